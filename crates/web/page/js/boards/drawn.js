// The board of a game that the page knows nothing of: its drawing, and a button for each move.

import { createDrawing } from "../drawing.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

/** How far a finger goes in a swipe, in pixels. */
const SWIPE = 24;

/**
 * `ways` names the moves that go up, right, down and left, where they do: each way has its moves, of
 * which one at a time is legal. They are made by the arrow keys and by swipes over the drawing. `words`
 * says what a move is called.
 */
export function createDrawnBoard({ onmove, ways = null, words = (mv) => mv }) {
  const drawing = createDrawing({ onmove });
  const moves = h("div", { class: "moves", role: "group", "aria-label": t("game.moves") });
  const element = h("div", { class: "drawn" }, drawing.element, moves);
  let legal = [];
  rove(moves, 1);

  function go(way) {
    const mv = ways[way].find((one) => legal.includes(one));
    if (mv !== undefined) onmove(mv);
    return mv !== undefined;
  }

  if (ways) {
    let from = null;
    drawing.element.tabIndex = 0;
    drawing.element.classList.add("walkable");
    drawing.element.addEventListener("keydown", (event) => {
      const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[event.key];
      if (way && go(way)) event.preventDefault();
    });
    drawing.element.addEventListener("pointerdown", (event) => { from = event.pointerType === "touch" ? event : null; });
    drawing.element.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [right, down] = [event.clientX - from.clientX, event.clientY - from.clientY];
      from = null;
      if (Math.hypot(right, down) < SWIPE) return;
      go(Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
    });
  }

  function show({ view, enabled, hint, values }) {
    legal = enabled ? view.moves : [];
    drawing.show(view.svg, { label: t("game.position", { position: view.position }), legal, hint });
    const focused = moves.contains(document.activeElement);
    replace(moves, legal.map((mv) => {
      const chip = h("button", { type: "button", class: "chip", "data-cell": mv, onclick: () => onmove(mv) }, words(mv));
      chip.classList.toggle("hinted", mv === hint);
      const said = paintValue(chip, values?.get(mv));
      chip.setAttribute("aria-label", [words(mv), said].filter(Boolean).join(", "));
      return chip;
    }));
    const chips = [...moves.children];
    chips.forEach((chip, index) => { chip.tabIndex = index === 0 ? 0 : -1; });
    if (focused) chips[0]?.focus();
  }

  return { element, show, words };
}
