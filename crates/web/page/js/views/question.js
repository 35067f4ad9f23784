// A question of a lesson: what is shown for it, what can be answered, and which answers are right. The
// program finds them by the searches themselves.

import { post } from "../api.js";
import { parseSpecification } from "../catalogue.js";
import { number, t } from "../i18n.js";
import { OF_A_SEARCH } from "../lesson.js";
import { TAKEN, createReplay } from "../replay.js";
import { eventWords } from "./events.js";
import { moveWords, recorded } from "./recorded.js";
import { FROM_A_LIST, openList, pathTo } from "./search_data.js";

/** What the open list is ordered by. */
export const KEYS = { "a*": "f = g + h", greedy: "h", "uniform-cost": "g" };
/** The most answers to choose from. */
const MAX_CHOICES = 6;

/** Something in a question that its game or search does not have. */
export class QuestionError extends Error {}

/**
 * Prepares a question. The result has `choices`: `{ text, node?, right, wrong, also? }`, where `wrong` says
 * why it is not right, and `also` which other answer the search itself gives; and for a search `drawn`,
 * `all` nodes that it ever makes, its `replay`, the `step` that is shown, and the `node` in question.
 */
export async function prepare(question, signal) {
  const prepared = await (OF_A_SEARCH.includes(question.ask) ? ofSearch : ofMoves)(question, signal);
  if (prepared.choices.every(({ right }) => right)) throw new QuestionError(t("lesson.error.all"));
  return prepared;
}

const at = ({ game, settings, position }) => ({ game, settings, position: position || undefined });

async function ofSearch(question, signal) {
  const { ask, search } = question;
  const drawn = await recorded("record", { at: at(question), search, nodes: Number(question.nodes ?? 300) }, signal);
  const replay = createReplay(drawn.recording);
  const step = Number(question.step ?? 0);
  if (step > replay.length) throw new QuestionError(t("lesson.error.over", { step }));
  const algorithm = parseSpecification(search).name;
  const prepared = { drawn, all: drawn.recording.nodes, replay, algorithm };
  if (ask === "next") {
    const asked = next(step, drawn.recording, replay, algorithm);
    return { ...prepared, ...await beginning(question, asked.to, prepared, signal), ...asked };
  }
  const node = nodeAt(drawn.recording.nodes, question.node);
  const shown = question.step === undefined ? before(replay, node) : step;
  const final = drawn.recording.nodes[node];
  if (ask === "visited") {
    const events = Array.from({ length: replay.length }, (_, step) => replay.eventOf(step + 1));
    const isVisited = events.some((event) => event.event === "visited" && event.node === node);
    // Of two answers the wrong one says why: the search's own words on the node.
    const first = events.findIndex((event) => event.node === node);
    replay.seek(first + 1);
    const wrong = first < 0 ? t("lesson.wrong.over") : t("lesson.wrong.visited", { why: eventWords(events[first], drawn.recording.nodes, replay.states) });
    const choices = [["yes", true], ["no", false]].map(([name, says]) => ({ text: t(`lesson.${name}`), right: says === isVisited, wrong }));
    return { ...prepared, step: shown, node, choices };
  }
  if (!final.label) throw new QuestionError(t("lesson.error.value", { node: question.node }));
  const texts = [...new Set(drawn.recording.nodes.map(({ label }) => label?.text).filter(Boolean))].sort();
  const kept = spread(texts, final.label.text);
  return { ...prepared, step: shown, node, choices: kept.map((text) => ({ text, right: text === final.label.text, wrong: t("lesson.wrong") })) };
}

/** At most so many texts, the right one among them. */
function spread(texts, right) {
  if (texts.length <= MAX_CHOICES) return texts;
  const others = texts.filter((text) => text !== right);
  const picked = Array.from({ length: MAX_CHOICES - 1 }, (_, index) => others[Math.floor((index * others.length) / (MAX_CHOICES - 1))]);
  return [...picked, right].sort();
}

/** Which node comes next: from the open list, or along the line of a search in depth. */
function next(step, { nodes }, replay, algorithm) {
  const standsAt = replay.seek(step);
  const isList = FROM_A_LIST.includes(algorithm);
  let to = step + 1;
  const isNext = ({ event, fate }) => isList ? event === "settled" && TAKEN.includes(fate) : event === "visited";
  while (to <= replay.length && !isNext(replay.eventOf(to))) to += 1;
  if (to > replay.length) throw new QuestionError(t("lesson.error.over", { step }));
  if (!isList) {
    const right = replay.eventOf(to).node;
    // It, its siblings, and those of the nodes above it, the nearest first.
    const above = [];
    for (let at = nodes[right].parent; at !== null; at = nodes[at].parent) above.push(at);
    const below = (parent) => nodes.map((_, index) => index).filter((index) => nodes[index].parent === parent && ![right, standsAt, ...above].includes(index));
    const near = [right, ...above.flatMap(below)].slice(0, MAX_CHOICES).sort((one, other) => one - other);
    return { step, to, node: null, choices: near.map((node) => ({ text: pathTo(nodes, node), node, right: node === right, wrong: t("lesson.wrong") })) };
  }
  // The nodes that are made before it is taken are there, too.
  const shown = to - 1;
  replay.seek(shown);
  const { open, key, isAsGood } = openList(nodes, replay.states, algorithm);
  const right = replay.eventOf(to).node;
  const isRight = (node) => isAsGood(node, right);
  const wrong = (node) => algorithm in KEYS ? t("lesson.wrong.key", { name: KEYS[algorithm], key: number(key(node)), least: number(key(right)) }) : t("lesson.wrong");
  /** What is said of a node that could come as well as the one that the search takes. */
  const also = (node) => isRight(node) && node !== right ? t("lesson.right.also", { other: pathTo(nodes, right) }) : "";
  const first = open.filter(isRight).slice(0, MAX_CHOICES - 1);
  const others = open.filter((node) => !isRight(node)).slice(0, MAX_CHOICES - first.length);
  const choices = [...first, ...others].sort((one, other) => one - other);
  return { step: shown, to, node: null, choices: choices.map((node) => ({ text: pathTo(nodes, node), node, right: isRight(node), wrong: wrong(node), also: also(node) })) };
}

/** The node that these moves lead to. */
function nodeAt(nodes, moves) {
  let node = 0;
  for (const move of moves.split(/\s+/).filter((word) => word && word !== "root")) {
    node = nodes.findIndex((one) => one.parent === node && one.move === move);
    if (node < 0) throw new QuestionError(t("lesson.error.node", { node: moves }));
  }
  return node;
}

/** The tree as it is at a step, without room for what comes later: `{ drawn, replay }`. */
async function beginning(question, step, { drawn, replay }, signal) {
  replay.seek(step);
  const nodes = replay.states.filter(({ born }) => born).length;
  const first = await recorded("record", { at: at(question), search: question.search, nodes }, signal);
  const short = createReplay(first.recording);
  return short.length >= step ? { drawn: first, replay: short } : { drawn, replay };
}

/** The last step before anything happens to a node. */
function before(replay, node) {
  for (let step = 1; step <= replay.length; step += 1) {
    if (replay.eventOf(step).node === node) return step - 1;
  }
  return replay.length;
}

/** The moves of a position, by what each is worth. */
async function ofMoves(question, signal) {
  const here = at(question);
  const [{ moves }, { position }] = await Promise.all([post("values", { at: here }, signal), post("position", here, signal)]);
  const rank = ({ verdict, length, cost }) => {
    switch (verdict) {
      case "solved": return -(cost ?? length);
      case "win": return 3e6 - (length ?? 0);
      case "draw": return 2e6;
      case "loss": return 1e6 + (length ?? 0);
      case "unsolvable": return -Infinity;
      default: return 0;
    }
  };
  const best = Math.max(...moves.map(rank));
  const isRight = {
    winning: ({ verdict }) => verdict === "win",
    losing: ({ verdict }) => verdict === "loss",
    best: (move) => rank(move) === best,
  }[question.ask];
  if (moves.some(({ verdict }) => verdict === "unknown")) throw new QuestionError(t("lesson.error.unproved"));
  if (!moves.some(isRight)) throw new QuestionError(t("lesson.error.none"));
  return {
    position,
    choices: moves.map((one) => {
      const words = moveWords(question.game, one.move);
      return { text: words, right: isRight(one), wrong: t("lesson.wrong.move", { move: words, value: told(one) }) };
    }),
  };
}

/** What a move is worth, in words. */
function told({ verdict, length, cost }) {
  if (verdict === "solved") return cost === null ? t("value.solved.in", { length }) : t("value.solved.cost", { length, cost: number(cost) });
  if (verdict === "unsolvable") return t("value.unsolvable");
  return length && verdict !== "draw" ? t(`value.${verdict}.in`, { length }) : t(`value.${verdict}.long`);
}
