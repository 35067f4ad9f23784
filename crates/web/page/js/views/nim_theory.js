// The theory of Nim at work: the nim-value of each heap, and their XOR.

import { heapsOf } from "../boards/nim.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { more } from "../widgets.js";

const binary = (value, digits) => value.toString(2).padStart(digits, "0");

/** `{ element, show(view) }`: what the server says of the heaps of a position. */
export function nimTheory() {
  const body = h("div", { class: "theory" });
  const element = more(t("nim.theory"), body);

  function show({ position, facts }) {
    const values = facts["nim-values"]?.split(" ").filter(Boolean).map(Number) ?? [];
    const heaps = heapsOf(position);
    element.hidden = values.length === 0 || values.length !== heaps.length;
    if (element.hidden) return;
    const sum = values.reduce((one, other) => one ^ other, 0);
    const digits = Math.max(1, ...[...values, sum].map((value) => value.toString(2).length));
    const row = (name, value, kind) => h("tr", { class: kind },
      h("th", { scope: "row" }, name), h("td", {}, value), h("td", { class: "notation" }, binary(value, digits)));
    const says = facts.rules === "misere" ? "nim.theory.misere" : sum === 0 ? "nim.theory.lost" : "nim.theory.won";
    replace(body,
      h("table", {}, h("thead", {}, h("tr", {}, ["nim.theory.heap", "nim.theory.value", "nim.theory.binary"].map((name) => h("th", { scope: "col" }, t(name))))),
        h("tbody", {}, heaps.map((heap, index) => row(t("nim.theory.of", { heap: index + 1, size: heap }), values[index], "")),
          row("XOR", sum, "sum"))),
      h("p", { class: "help" }, t(says, { sum })));
  }

  return { element, show };
}
