// What searches are shown on: a game with its settings and a position, and the controls to change them.

import { complain } from "../announce.js";
import { isAbort, post } from "../api.js";
import { readSettings, titleOf, writeSettings } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { entry, menu, more } from "../widgets.js";
import { settingFields, under } from "./parts.js";

/**
 * `view` names the view, `games` are those to choose from, at first the one that the address `asked`
 * for or else `usual`; `sampleOf(game)` is what each begins with. `onchange(view, { isFirst, isOther })`
 * is called with what the server says of each new position, and whether it is the first one, or one of
 * another game. What the server refuses is not taken over. Null if there is no game.
 */
export function createSubject({ view, games, usual, asked, sampleOf, signal, onchange }) {
  const named = (name) => games.find((one) => one.name === name);
  let game = named(asked.game) ?? named(remembered(`${view}.game`, usual)) ?? games[0];
  if (!game) return null;
  const first = () => {
    const { settings = {}, position } = sampleOf(game);
    return { game: game.name, settings, position: position ?? undefined };
  };
  let at = first();
  let placed = "";
  /** The latest that was asked for. */
  let latest = null;
  const own = entry(t("search.position"), { action: t("set") }, (text) => take({ ...at, position: text || undefined }));
  const holder = h("div", { class: "subject-settings" });
  let form = null;

  /** Goes on with `wanted`, once the server has read it; returns whether it has. */
  async function take(wanted, kind = {}) {
    const mine = latest = {};
    try {
      const shown = await post("position", wanted, signal);
      if (latest !== mine) return true;
      at = wanted;
      placed = shown.position;
      own.set(placed);
      form?.set(shown.settings);
      onchange(shown, kind);
      return true;
    } catch (error) {
      if (latest !== mine) return true;
      complain(error);
      return isAbort(error);
    }
  }

  function paintForm() {
    form = settingFields(game, at.settings, async (settings) => {
      try {
        take(await under(settings, at, signal));
      } catch (error) {
        complain(error);
      }
    });
    replace(holder, form && more(t("settings"), form));
  }

  const choices = menu(t("search.game"), games.map(({ name }) => [name, titleOf(name)]), game.name, (to) => {
    game = named(to);
    remember(`${view}.game`, to);
    at = first();
    paintForm();
    take(at, { isOther: true });
  });

  /** Begins with what the address asks for, or else with the sample. */
  async function begin() {
    const { position = asked.settings ? undefined : at.position, settings } = asked;
    const wanted = { ...at, position, settings: settings ? readSettings(settings) : at.settings };
    const isFirst = true;
    const isTaken = await take(asked.game === game.name ? wanted : at, { isFirst });
    if (!isTaken) await take(at, { isFirst });
  }

  paintForm();
  return {
    at: () => at,
    game: () => game,
    begin,
    place: (position) => take({ ...at, position }),
    /** The game, its settings and the position, in a line. */
    title: () => [titleOf(game.name), writeSettings(at.settings), placed].filter(Boolean).join(", "),
    params: () => ({ game: game.name, settings: writeSettings(at.settings), position: at.position }),
    menu: choices, position: own, settings: holder,
  };
}
