// What a search of a two-player game says, in a sentence.

import { number, t } from "../i18n.js";

/**
 * The sentence on `report`, for the player to move in the position that was searched. `status` is
 * how the position on the board stands: the same one, or the one after the move (`replied`).
 */
export function verdict(path, report, status, replied = false) {
  if (path === "rocks") return rocks(report, mover(status, replied));
  const { outcome, length, estimate, depth } = report;
  const who = replied ? "they" : "you";
  const plies = length ?? 0;
  switch (outcome) {
    case "win": return t(length === null ? `verdict.${who}.win` : `verdict.${who}.win.in`, { plies });
    case "loss": return t(length === null ? `verdict.${who}.loss` : `verdict.${who}.loss.in`, { plies });
    case "draw": return t("verdict.draw");
    default: return estimate === null ? t("verdict.unknown") : t("verdict.estimate", { score: number(estimate), depth: depth ?? 0 });
  }
}

/** Who was to move where the search began. */
function mover(status, replied) {
  const player = status.player ?? "first";
  if (!replied || status.state === "won") return player;
  return player === "first" ? "second" : "first";
}

/** Against rocks: how many moves the driver needs, or that he is held for ever. */
function rocks({ outcome, length }, player) {
  if (outcome === "unknown" || outcome === "expected") return t("verdict.unknown");
  if (outcome === "draw") return t("rocks.held");
  const driverWins = (outcome === "win") === (player === "first");
  // The driver makes the last ply, and every other one before it.
  const moves = length === null ? null : Math.ceil(length / 2);
  if (driverWins) return moves === null ? t("rocks.escapes") : t("rocks.escapes.in", { moves });
  return moves === null ? t("rocks.blocked") : t("rocks.blocked.in", { moves });
}
