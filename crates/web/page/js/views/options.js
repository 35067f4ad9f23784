// The options of a search, as the catalogue lists them.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { entry, menu, more, toggle } from "../widgets.js";

/**
 * A control for each option that `algorithm` takes, but for those `without`. `values` holds what is
 * set, and is changed; `onchange()` after each change. Null if there is none.
 */
export function optionControls({ options }, game, algorithm, values, { without = [], onchange }) {
  const set = (name, value) => { values[name] = value; onchange(); };
  const taken = options.filter(({ name }) => algorithm.options.includes(name) && !without.includes(name));
  const controls = taken.map(({ name, value, help }) => {
    if (value === null) return h("div", { title: help }, toggle(name, values[name] === true, (on) => set(name, on || "")));
    if (name === "heuristic" && game.heuristics.length > 0) {
      const choices = [["", t("options.default")], ...game.heuristics.map((one) => [one.name, one.name])];
      return menu(name, choices, values[name] ?? "", (to) => set(name, to));
    }
    return entry(name, { value: values[name] ?? "", action: t("set"), hint: help }, (text) => set(name, text));
  });
  return controls.length === 0 ? null : more(t("options"), controls);
}
