// The rest of a puzzle, made move by move before the player's eyes.

import { complain } from "../announce.js";
import { isAbort } from "../api.js";
import { still, wait } from "../dom.js";
import { t } from "../i18n.js";

/** Milliseconds from move to move; they halve with every 1.6 steps of the slider. */
const pause = (speed) => (still() ? 60 : 1500 / 2 ** ((speed - 1) / 1.6));

/**
 * Gives up: makes the moves of `game.plan` one after the other; called again meanwhile, it stops.
 * The view lends its `signal`, its `speed()`, and its ways to `look` for a plan, to `play`, to `paint` and to `tell`.
 */
export async function giveUp(game, { signal, speed, look, play, paint, tell }) {
  if (game.giving) return game.giving.abort();
  const giving = new AbortController();
  const end = AbortSignal.any([signal, giving.signal]);
  game.giving = giving;
  game.gaveUp = true;
  try {
    if (!game.plan) await look();
    paint();
    if (game.plan) tell(t("taquin.giving", { left: game.plan.length }));
    while (game.plan?.length) {
      await wait(pause(speed()), end);
      await play(game.plan[0]);
    }
  } catch (error) {
    if (isAbort(error)) tell(t("taquin.stopped"));
    else complain(error);
  } finally {
    if (game.giving === giving) game.giving = null;
    paint();
  }
}
