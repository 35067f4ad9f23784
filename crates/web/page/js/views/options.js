// The options of a search, as the catalogue lists them.

import { h } from "../dom.js";
import { maybe, t } from "../i18n.js";
import { entry, menu, more, toggle } from "../widgets.js";

/**
 * A control for each option that `algorithm` takes, but for those `without`. `values` holds what is
 * set, and is changed; `onchange()` after each change. Null if there is none.
 */
export function optionControls({ options }, game, algorithm, values, { without = [], onchange }) {
  const set = (name, value) => { values[name] = value; onchange(); };
  // Without a heuristic to choose there is none to name.
  const left = [...without, ...(game.heuristics.length === 0 ? ["heuristic"] : [])];
  const taken = options.filter(({ name }) => algorithm.options.includes(name) && !left.includes(name));
  const controls = taken.map(({ name, value, help }) => {
    const [label, hint] = [maybe(`option.${name}`) ?? name, maybe(`option.${name}.hint`) ?? help];
    if (value === null) return h("div", { title: hint }, toggle(label, values[name] === true, (on) => set(name, on || "")));
    if (name === "heuristic") {
      const choices = [["", t("options.default")], ...game.heuristics.map((one) => [one.name, one.name])];
      return menu(label, choices, values[name] ?? "", (to) => set(name, to));
    }
    return entry(label, { value: values[name] ?? "", action: t("set"), hint }, (text) => set(name, text));
  });
  return controls.length === 0 ? null : more(t("options"), controls);
}
