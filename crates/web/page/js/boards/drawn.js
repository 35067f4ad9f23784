// The board of a game that the page knows nothing of: its drawing, and a button for each move.

import { createDrawing } from "../drawing.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

export function createDrawnBoard({ onmove }) {
  const drawing = createDrawing({ onmove });
  const moves = h("div", { class: "moves", role: "group", "aria-label": t("game.moves") });
  const element = h("div", { class: "drawn" }, drawing.element, moves);
  rove(moves, 1);

  function show({ view, enabled, hint, values }) {
    const legal = enabled ? view.moves : [];
    drawing.show(view.svg, { label: t("game.position", { position: view.position }), legal, hint });
    const focused = moves.contains(document.activeElement);
    replace(moves, legal.map((mv) => {
      const chip = h("button", { type: "button", class: "chip", "data-cell": mv, onclick: () => onmove(mv) }, mv);
      chip.classList.toggle("hinted", mv === hint);
      const said = paintValue(chip, values?.get(mv));
      chip.setAttribute("aria-label", [mv, said].filter(Boolean).join(", "));
      return chip;
    }));
    const chips = [...moves.children];
    chips.forEach((chip, index) => { chip.tabIndex = index === 0 ? 0 : -1; });
    if (focused) chips[0]?.focus();
  }

  return { element, show, words: (mv) => mv };
}
