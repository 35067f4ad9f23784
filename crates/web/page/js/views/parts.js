// What the views have in common.

import { summaryOf, titleOf } from "../catalogue.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { entry, fields } from "../widgets.js";

/** The title of a view and a sentence on what it is. */
export const lead = (name) => [h("h1", {}, t(`${name}.name`)), h("p", { class: "lead" }, t(`${name}.lead`))];

/** The same for a game of the catalogue. */
export const leadOf = (game) => [h("h1", {}, titleOf(game.name)), h("p", { class: "lead" }, summaryOf(game))];

/** What the address says of the view, not of the game's settings. */
const RESERVED = ["position", "side", "opponent", "values", "moves"];

/**
 * How a game that the page has no view of its own for is set up: by its settings and a position.
 * `begin(at)` starts from there, `place(position)` sets the position, and `params()` is what an
 * address says of it all.
 */
export const plainSetup = (game) => (asked, begin) => {
  const given = game.settings.filter(({ name }) => asked[name] && !RESERVED.includes(name));
  let settings = Object.fromEntries(given.map(({ name }) => [name, asked[name]]));
  let position = asked.position;
  const at = () => ({ game: game.name, settings, position: position || undefined, svg: true });
  const all = game.settings.map(({ name, value, summary }) => ({ name, hint: summary, example: value, value: settings[name] }));
  const form = all.length > 0 && fields(t("settings"), all, t("set"), (values) => {
    settings = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    position = undefined;
    begin(at());
  });
  const own = entry(t("search.position"), { value: position ?? "", action: t("set"), hint: game.notation }, (text) => {
    position = text;
    begin(at());
  });
  const began = (first) => {
    if (form) form.set(first.settings);
    own.set(first.position);
  };
  const place = (text) => { position = text; };
  const params = () => ({ ...settings, position });
  return { at, params, place, elements: [form, own], began, ready: Promise.resolve() };
};
