// How strong the opponent is: levels of play, by searches that every game for two has.

/** How often the level plays at random, and how many plies it looks ahead; the last one as far as it can. */
const LEVELS = {
  beginner: { slip: 0.5, depth: 1 },
  easy: { slip: 0.2, depth: 2 },
  medium: { slip: 0, depth: 3 },
  strong: { slip: 0, depth: 6 },
  perfect: { slip: 0 },
};

export const levels = Object.keys(LEVELS);

/** The levels that say nothing of what they only guess. */
export const quiet = ["beginner", "easy", "medium"];

const named = (game, name) => game.algorithms.find((one) => one.name === name);

/** The search by which a level of `game` looks so many plies ahead; its default if none counts plies. */
function search(game, depth) {
  const usual = named(game, game.default_algorithm);
  if (depth === undefined) return usual.name;
  const deep = [usual, named(game, "alpha-beta"), ...game.algorithms].find((one) => one?.options.includes("depth"));
  return deep ? `${deep.name}:depth=${depth}` : usual.name;
}

/** What plays the next move of a level: a search as the server reads it, or `random`. */
export function playerOf(level, game) {
  const { slip, depth } = LEVELS[level];
  return Math.random() < slip ? "random" : search(game, depth);
}

/** Algorithms that decide every position of their games. */
const EXACT = ["theory", "retrograde"];

/** Whether the highest level plays perfectly, for all that is known before a game. */
export const isPerfect = (game, duel, at) => duel.perfect?.(at) ?? EXACT.includes(game.default_algorithm);

/** The searches that tell what a position is worth, in this order, with the part of the time for each. */
export function provers(game) {
  const usual = { search: game.default_algorithm, part: 1 };
  if (EXACT.includes(game.default_algorithm) || !named(game, "df-pn")) return [usual];
  return [{ search: "df-pn", part: 0.5 }, { ...usual, part: 0.5 }];
}
