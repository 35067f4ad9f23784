// What a search of a two-player game says, in a sentence.

import { maybe, number, t } from "../i18n.js";

/**
 * The sentence on `report`, for the player to move in the position that was searched. `status` is
 * how the position on the board stands: the same one, or the one after the move (`replied`).
 */
export function verdict(path, report, status, replied = false) {
  if (path === "rocks" && report.outcome !== "unknown") return rocks(report, mover(status, replied));
  const { outcome, length, depth } = report;
  const who = replied ? "they" : "you";
  const plies = length ?? 0;
  switch (outcome) {
    case "win": return t(length === null ? `verdict.${who}.win` : `verdict.${who}.win.in`, { plies, player: playerName(path, mover(status, replied)) });
    case "loss": return t(length === null ? `verdict.${who}.loss` : `verdict.${who}.loss.in`, { plies });
    case "draw": return t("verdict.draw");
    case "expected": return expected("verdict.expected", report);
    default: return simulated("verdict.chance", report) ?? estimated(report, depth ?? 0);
  }
}

/** What a player is called in a view. */
export const playerName = (path, player) => t(maybe(`${path}.${player}`) ? `${path}.${player}` : `duel.${player}`);

/** A search that ended before it proved anything. */
const estimated = ({ estimate }, depth) =>
  estimate === null || depth === 0 ? t("verdict.unknown") : t("verdict.estimate", { score: number(estimate), depth });

/** The exact mean of the results against a player who chooses by chance, in the words of that name. */
export const expected = (name, { expected: mean }) => t(name, { mean: number(mean ?? 0, { maximumFractionDigits: 2 }) });

/**
 * The points that a Monte-Carlo search expects of its best move, with the half of their 95 % interval, in the words of
 * that name; null after another search.
 */
export function simulated(name, { by_move: moves, best }) {
  const found = moves?.find((one) => one.move === best);
  if (!found) return null;
  const visits = moves.reduce((sum, one) => sum + one.visits, 0);
  return t(name, {
    percent: number(Math.round(50 * (found.mean + 1))),
    spread: number(Math.max(1, Math.round(25 * (found.high - found.low)))),
    visits: number(visits, { notation: "compact", compactDisplay: "long", maximumFractionDigits: 1 }),
  });
}

/** The sentence on a value that is published. */
export const published = ({ outcome, length, source }) =>
  [t(`verdict.you.${outcome}.in.known`, { plies: length }), t("verdict.source", { source: maybe(source) ?? source })].join(" ");

/** Who was to move where the search began. */
function mover(status, replied) {
  const player = status.player ?? "first";
  if (!replied || status.state === "won") return player;
  return player === "first" ? "second" : "first";
}

/** The driver makes the last ply of a game against rocks, and every other one before it. */
export const driverMoves = (plies) => Math.ceil(plies / 2);

/** Against rocks: how many moves the driver needs, or that he is held for ever. */
function rocks({ outcome, length }, player) {
  if (outcome === "expected") return t("verdict.unknown");
  if (outcome === "draw") return t("rocks.held");
  const driverWins = (outcome === "win") === (player === "first");
  const moves = length === null ? null : driverMoves(length);
  if (driverWins) return moves === null ? t("rocks.escapes") : t("rocks.escapes.in", { moves });
  return moves === null ? t("rocks.blocked") : t("rocks.blocked.in", { moves });
}
