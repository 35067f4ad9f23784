// The rest of a puzzle, made move by move before the player's eyes.

import { complain } from "../announce.js";
import { still, wait } from "../dom.js";
import { t } from "../i18n.js";

/** Milliseconds from move to move; they halve with every 1.6 steps of the slider. */
const pause = (speed) => (still() ? 60 : 1500 / 2 ** ((speed - 1) / 1.6));

/** Ends giving up; returns whether it went on. */
export function stopGiving(game) {
  const { giving } = game;
  giving?.abort();
  game.giving = null;
  return giving !== null;
}

/**
 * Gives up: makes the moves to the goal one after the other; called again meanwhile, it stops, and the
 * rest can be stepped through. The view lends its `signal`, its `speed()`, and its ways to `look` for a
 * plan, to `go` to a position of the line, to `paint` and to `tell`.
 */
export async function giveUp(game, { signal, speed, look, go, paint, tell }) {
  if (stopGiving(game)) {
    tell(t("puzzle.stopped"));
    return paint();
  }
  const giving = new AbortController();
  const end = AbortSignal.any([signal, giving.signal]);
  const { line } = game;
  game.giving = giving;
  paint();
  try {
    if (!line.plan()) await look();
    end.throwIfAborted();
    const plan = line.plan();
    if (plan) {
      game.gaveUp = Math.min(game.gaveUp, line.ply());
      line.extend(plan);
      line.found(plan);
      tell(t("puzzle.giving", { left: plan.length }));
    }
    paint();
    while (plan && line.ply() < line.moves.length) {
      await wait(pause(speed()), end);
      if (await go(line.ply() + 1)) continue;
      if (game.giving === giving) tell(t("puzzle.stopped"));
      break;
    }
  } catch (error) {
    if (!giving.signal.aborted) complain(error);
  } finally {
    if (game.giving === giving) {
      game.giving = null;
      paint();
    }
  }
}
