// What is particular to a puzzle: its board, and how a position is set up.

import { complain } from "../announce.js";
import { post, seed } from "../api.js";
import { createDrawnBoard } from "../boards/drawn.js";
import { createMapBoard, emptyMap } from "../boards/map.js";
import { createTaquinBoard, slide } from "../boards/taquin.js";
import { createTrafficBoard } from "../boards/traffic.js";
import { gameNamed } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { refusal, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { button, entry, menu, segmented, slider, verdictLine, whileBusy } from "../widgets.js";
import { cardMenu } from "./cards.js";
import { plainSetup, startLinks } from "./parts.js";

/** As many random moves stand for a position drawn from all. */
const ANY = 120;
/** What so many random moves are called. */
const walkWords = (steps) => steps >= ANY ? t("puzzle.any") : t("puzzle.walk", { steps });

const [SIZES, GOALS] = [["3x3", "4x3", "4x4"], ["blank-first", "blank-last"]];
/** The largest distance on 3×3; other boards are shuffled by random moves. */
const FARTHEST = 31;
/** The random moves that make the first board: to measure distances would take a look at all positions. */
const FIRST_WALK = 60;

/** The taquin: its size and its goal, and boards at a distance or after random moves. */
function taquin({ asked, begin, signal }) {
  const chosen = (name, choices) => choices.includes(asked[name]) ? asked[name] : remembered(`taquin.${name}`, choices[0]);
  const settings = { size: chosen("size", SIZES), goal: chosen("goal", GOALS) };
  const level = { distance: remembered("taquin.distance", 18), walk: remembered("taquin.walk", 40) };
  let tiles = asked.position;
  const at = () => ({ game: "taquin", settings: { ...settings }, position: tiles });
  const kind = () => settings.size === "3x3" ? "distance" : "walk";
  let latest = null;
  /**
   * Takes a position, or draws one: the game's own is solved. Returns false if another one was
   * asked for meanwhile.
   */
  const place = async (position, how = { walk: FIRST_WALK }) => {
    const mine = latest = {};
    const next = position || (await post("shuffle", { at: { ...at(), position: undefined }, seed: seed(), ...how }, signal)).position;
    if (latest === mine) tiles = next;
    return latest === mine;
  };
  const choose = async (position, how) => { if (await place(position, how)) await begin(at()); };
  const deal = () => whileBusy(shuffle, () => choose(null, level[kind()] >= ANY ? {} : { [kind()]: level[kind()] }));
  const shuffle = button(t("shuffle"), deal, { id: "shuffle" });
  const own = entry(t("taquin.own"), { action: t("set"), hint: t("taquin.own.hint") }, (text) => choose(text));
  const caption = h("p", { class: "caption" });
  const difficulty = h("div", {});
  function paintDifficulty() {
    const name = kind();
    const range = name === "distance" ? { min: 1, max: FARTHEST, words: (moves) => t("taquin.distance", { moves }) } : { min: 5, max: ANY, step: 5, words: walkWords };
    replace(difficulty, slider(t("difficulty"), { ...range, value: level[name] }, (to) => { level[name] = to; remember(`taquin.${name}`, to); }));
  }
  function set(name, to) {
    settings[name] = to;
    remember(`taquin.${name}`, to);
    paintDifficulty();
    deal();
  }
  paintDifficulty();
  return {
    at,
    params: () => ({ ...settings, position: tiles }),
    place,
    began: ({ position }) => {
      tiles = position;
      own.set(position);
      caption.textContent = t("taquin.aim", { goal: t(`taquin.goal.${settings.goal}`) });
    },
    caption,
    elements: [
      segmented(t("size"), SIZES.map((size) => [size, size.replace("x", " × ")]), settings.size, (to) => set("size", to)),
      menu(t("taquin.goal"), GOALS.map((goal) => [goal, t(`taquin.goal.${goal}`)]), settings.goal, (to) => set("goal", to)),
      difficulty,
      shuffle,
    ],
    more: own,
    next: { name: "shuffle", begin: deal },
    ready: place(tiles),
  };
}

/** Rush Hour: a card, what counts as a move, and new cards. */
function rushHour({ asked, begin, tell, signal }) {
  let metric = ["slides", "steps"].includes(asked.metric) ? asked.metric : remembered("rush-hour.metric", "slides");
  let hardness = remembered("rush-hour.hardness", 12);
  let card = asked.position ?? null;
  let firstCard = null;
  let nextCard = null;
  const at = () => ({ game: "rush-hour", settings: { metric }, position: card });
  const choose = (position) => { card = position; begin(at()); };
  const holder = h("div", {});
  const paintMenu = async () => {
    const { element, first, next } = await cardMenu(card, metric, choose);
    nextCard = next;
    replace(holder, element);
    return first;
  };
  const own = entry(t("rush-hour.own"), { action: t("set"), hint: t("rush-hour.own.hint") }, choose);
  const make = button(t("rush-hour.generate"), () => whileBusy(make, async () => {
    const of = { game: "rush-hour", settings: { metric: "slides" } };
    const { generated } = await post("generate", { at: of, min_moves: hardness, seed: seed() }, signal);
    if (generated) choose(generated.position);
    else tell(t("rush-hour.none"));
  }), { id: "generate" });
  return {
    at,
    params: () => ({ position: card, metric }),
    place: (position) => { card = position ?? firstCard; },
    began: ({ position }) => {
      card = position;
      own.set(position);
      paintMenu().catch(complain);
    },
    elements: [
      holder,
      segmented(t("rush-hour.metric"), [["slides", t("rush-hour.metric.slides")], ["steps", t("rush-hour.metric.steps")]], metric, (to) => {
        metric = to;
        remember("rush-hour.metric", to);
        begin(at());
      }),
      slider(t("rush-hour.hardness"), { min: 3, max: 25, value: hardness, words: (moves) => t("rush-hour.at-least", { moves }) },
        (value) => { hardness = value; remember("rush-hour.hardness", value); }),
      make,
    ],
    more: own,
    next: { name: "next-card", begin: () => choose(nextCard) },
    ready: paintMenu().then((first) => {
      firstCard = first;
      card ??= first;
    }),
  };
}

/** The most columns or rows of a map that is begun here. */
const MAX_SIDE = 64;

/** A new map of any size, to draw on. */
function newMap(begin) {
  const refused = verdictLine("map-refused");
  const form = entry(t("grid.size"), { value: "16x9", action: t("grid.new") }, (text) => {
    const sides = text.match(/^(\d+)\s*[x×*]\s*(\d+)$/)?.slice(1).map(Number);
    if (!sides?.every((side) => side >= 2 && side <= MAX_SIDE)) return refused.tell(t("grid.size.wrong", { text, most: MAX_SIDE }));
    refused.clear();
    begin(emptyMap(...sides));
  });
  form.id = "new-map";
  form.append(refused);
  return form;
}

/** Any puzzle: its settings, a position, and random ones; `extra` makes something more to begin with. */
const plain = (game, extra = () => null) => ({ asked, begin, signal }) => {
  let steps = 40;
  const setup = plainSetup(game)(asked, begin, null, signal);
  const deal = () => whileBusy(shuffle, async () => {
    const at = { ...setup.at(), position: undefined };
    const walk = steps >= ANY ? {} : { walk: steps };
    const { position } = await post("shuffle", { at, seed: seed(), ...walk }, signal);
    setup.place(position);
    await begin(setup.at());
  });
  const shuffle = button(t("shuffle"), deal, { id: "shuffle" });
  const difficulty = slider(t("difficulty"), { min: 5, max: ANY, step: 5, value: steps, words: walkWords }, (to) => { steps = to; });
  const own = extra((position) => { setup.place(position); begin(setup.at()); });
  return { ...setup, next: { name: "shuffle", begin: deal }, elements: [difficulty, shuffle, h("hr"), setup.elements, own].filter(Boolean) };
};

/** A drive over several cells is several moves where each counts one cell. */
function steps(mv, { settings: { metric } }) {
  const [, name, sign, far] = mv.match(/^([A-Z])([+-])(\d+)$/);
  return metric === "steps" ? Array(Number(far)).fill(`${name}${sign}1`) : [mv];
}

/** Steps and pushes of Sokoban as arrows; pushes alone are written with the box. */
const STEPS = { u: "↑", r: "→", d: "↓", l: "←", U: "⇑", R: "⇒", D: "⇓", L: "⇐" };

/** Why a level of Sokoban cannot be solved any more, in words of the page that count from 1. */
function sokobanReason(said) {
  const [, column, row] = said.match(/(\d+),(\d+)/) ?? [];
  const kind = ["no goal can", "can never move", "a goal each"].findIndex((part) => said.includes(part));
  const place = { column: Number(column) + 1, row: Number(row) + 1 };
  return kind < 0 ? refusal(said) : t(`sokoban.${["dead", "frozen", "unmatched"][kind]}`, place);
}

/**
 * Of puzzles that the page knows: `lead` begins the view, `steps` are the moves that a move on the board
 * stands for, and `next` gives the view after one, or null for the back end to do it.
 */
const PUZZLES = {
  taquin: {
    board: createTaquinBoard, setup: taquin, lead: startLinks, next: slide, steps: (tiles) => tiles.split(" "),
    reason: () => t("taquin.unsolvable.why"),
  },
  "rush-hour": { board: (handlers) => createTrafficBoard({ ...handlers, single: () => false }), setup: rushHour, steps },
  grid: { board: createMapBoard, extra: newMap },
  sokoban: { reason: sokobanReason, board: (handlers) => createDrawnBoard({ ...handlers, ways: { up: ["u", "U"], right: ["r", "R"], down: ["d", "D"], left: ["l", "L"] }, words: (mv) => STEPS[mv] ?? mv }) },
};

/** What the view of a puzzle needs; `path` is its name. */
export function puzzleOf(path, catalogue) {
  const game = gameNamed(catalogue, path);
  return { game, board: createDrawnBoard, reason: refusal, setup: plain(game, PUZZLES[path]?.extra), ...PUZZLES[path] };
}
