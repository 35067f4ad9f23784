// Recordings of searches: what their moves and labels are called in the reader's language, and what the
// signs of their trees mean.

import { post } from "../api.js";
import { nimWords, parts } from "../boards/nim.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";

/** What moves are called where their notation says little. */
const WORDS = {
  "simple-nim": nimWords, "nim": nimWords, "grundy": nimWords, "octal": nimWords,
  "connect-four": (mv) => t("column", { column: mv }),
};

/** A move in words. */
export const moveWords = (game, mv) => WORDS[game]?.(mv) ?? mv;

/** A move of Nim in the few letters that a node has room for; with several heaps its notation. */
function nameOf(game, mv, isOneHeap) {
  if (mv === null || WORDS[game] !== nimWords || !isOneHeap) return mv;
  const { take, part } = parts(mv);
  return part > 0 ? mv : t("nim.short", { take });
}

const SIGNS = { exact: "", lower: "≥ ", upper: "≤ " };

/**
 * A label in a few letters, `text`, and in a sentence, `words`; without the sign of a bound, `plain` and
 * `sure`.
 */
function textsOf(label) {
  const { value, plies, bound, claimant, proof, disproof } = label;
  if (claimant === "min") {
    const text = t("label.opponent", { numbers: [proof, disproof].map(infinite).join(" / ") });
    return { text, words: text };
  }
  if (!value) return { text: label.text, words: label.text };
  const ending = plies !== null && value !== "draw" ? "" : ".long";
  const [plain, sure] = value === "estimate"
    ? Array(2).fill(label.text.replace(/^[≥≤] /, ""))
    : ["label.", "label.in."].map((prefix) => t(`${prefix}${value}${ending}`, { plies }));
  return { plain, sure, text: SIGNS[bound] + plain, words: bound === "exact" ? sure : t(`label.${bound}`, { label: sure }) };
}

/** Says of a null window beside a draw what its other end means: more or less than a draw. */
function tellBesideDraw([low, high]) {
  if (low?.value === "draw" && high?.estimate === 1) Object.assign(high, { text: `> ${low.text}`, beside: "above" });
  if (high?.value === "draw" && low?.estimate === -1) Object.assign(low, { text: `< ${high.text}`, beside: "below" });
}

export const infinite = (value) => value === null ? "∞" : number(value);

/** Asks for a recording, and puts names of moves and texts of labels in the reader's language into it. */
export async function recorded(path, question, signal) {
  const answer = await post(path, question, signal);
  const { game } = question.at;
  const { nodes, events } = (answer.drawn ?? answer).recording;
  const isOneHeap = !nodes.some(({ position }) => position.includes("-"));
  for (const node of nodes) node.name = nameOf(game, node.move, isOneHeap);
  const labels = [...nodes, ...events].flatMap(({ label, window }) => [label, ...(window ?? [])]);
  for (const label of labels.filter(Boolean)) Object.assign(label, textsOf(label));
  for (const { window } of events) if (window) tellBesideDraw(window);
  return answer;
}

/** What the shapes and the texts of a tree mean, as far as the game and the search have them. */
export function keyOf({ name, players }, { nodes }) {
  const labels = nodes.map(({ label }) => label).filter(Boolean);
  const shapes = players === 1 ? ["over-bound", "line"] : ["max", "min", "refuted", "line"];
  const timed = labels.find(({ value, plies }) => ["win", "loss"].includes(value) && plies);
  const moved = nodes.find((node) => node.move !== null && node.name === node.move && WORDS[name] === nimWords);
  const texts = [
    timed && t(`key.${timed.value}`, { plies: timed.plies }),
    labels.some((label) => "proof" in label) && t("key.proof"),
    labels.some(({ left }) => left !== undefined && left !== null) && t("key.estimate"),
    moved && t("key.move", { move: moved.move, words: moveWords(name, moved.move) }),
  ];
  return [...shapes.map((one) => h("span", { class: `key-${one}` }, t(`key.${one}`))),
    ...texts.filter(Boolean).map((text) => h("span", { class: "key-text" }, text))];
}
