// What a move is worth, as a colour and a few characters: both, so that the colour is not needed.

import { t } from "../i18n.js";

/** A sign for a value that the server gave for a move: `{ tone, label, words, strength, rank }`. */
export const valueOf = (value, count = inPlies) => ({ ...sign(value, count), rank: rank(value) });

/** How the length of a game is told: its number, and the ending of the words for it. */
const inPlies = (length) => ({ length, unit: "in" });

/** Larger is better for the player to move. */
function rank({ verdict, length, chance, estimate }) {
  switch (verdict) {
    case "win": return 10 - (length ?? 0) / 1000;
    case "loss": return -10 + (length ?? 0) / 1000;
    case "solved": return -length;
    case "unsolvable": return -Infinity;
    case "draw": return 0;
    default: return chance !== null && chance !== undefined ? 2 * chance - 1 : Math.tanh((estimate ?? 0) / 100);
  }
}

function sign(value, count) {
  const { verdict } = value;
  const { length, unit } = value.length === null ? { length: null } : count(value.length);
  switch (verdict) {
    case "win": case "loss": case "draw":
      return {
        tone: verdict, strength: 1,
        label: t(`value.${verdict}`) + (length && verdict !== "draw" ? ` ${length}` : ""),
        words: t(length && verdict !== "draw" ? `value.${verdict}.${unit}` : `value.${verdict}.long`, { length }),
      };
    case "solved":
      return { tone: "guess", strength: 0, label: String(length), words: t("value.solved.in", { length }) };
    case "unsolvable":
      return { tone: "loss", strength: 1, label: "∞", words: t("value.unsolvable") };
    default:
      return guess(value);
  }
}

/** Nothing is proved: an estimate with its confidence. */
function guess({ chance, margin, estimate, depth }) {
  if (chance !== null && chance !== undefined) {
    const percent = Math.round(100 * chance);
    const spread = Math.max(1, Math.round(100 * margin));
    return {
      tone: percent > 60 ? "win" : percent < 40 ? "loss" : "guess", strength: 0.35,
      label: `≈${percent}%`, words: t("value.chance", { percent, spread }),
    };
  }
  const score = estimate ?? 0;
  return {
    tone: score > 0 ? "win" : score < 0 ? "loss" : "guess", strength: 0.35,
    label: `${score > 0 ? "+" : score < 0 ? "−" : "±"}${Math.abs(score)}`,
    words: t("value.estimate", { score, depth: depth ?? 0 }),
  };
}

/** Paints a value on an element, or takes it off; returns its words. */
export function paintValue(element, value) {
  if (!value) {
    delete element.dataset.tone;
    delete element.dataset.value;
    delete element.dataset.proved;
    return null;
  }
  element.dataset.tone = value.tone;
  element.dataset.value = value.label;
  element.dataset.proved = value.strength === 1 ? "yes" : "no";
  return value.words;
}
