// Heaps of stones: take from the top, or break a heap in two.

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

/** A move in its parts: which heap (from 0), how many are taken, how many go in a heap of their own. */
export function parts(mv) {
  const [, heap, take = "0", part = "0"] = mv.match(/^(\d+)(?::(\d+))?(?:\/(\d+))?$/);
  return { heap: Number(heap) - 1, take: Number(take), part: Number(part) };
}

export const heapsOf = (position) => position.split(" ")[0].split("-").map(Number);

/** A move in words. */
export function nimWords(mv) {
  const { heap, take, part } = parts(mv);
  const split = part > 0;
  return t(take && split ? "nim.take-split" : split ? "nim.split" : "nim.take", { heap: heap + 1, take, part });
}

export function createNimBoard({ onmove }) {
  const element = h("div", { class: "nim", role: "group" });

  /** A stone that, chosen, is taken with all above it; where that is no move it only lies there. */
  function stones(index, size, moves, { hint, values }) {
    const byTake = new Map(moves.filter((mv) => !parts(mv).part).map((mv) => [parts(mv).take, mv]));
    const hinted = hint && parts(hint).heap === index ? parts(hint) : null;
    return Array.from({ length: size }, (_, from) => {
      const take = size - from;
      const mv = byTake.get(take);
      const stone = mv
        ? h("button", { type: "button", class: "pebble", "data-cell": mv, onclick: () => onmove(mv) })
        : h("span", { class: "pebble" });
      if (hinted && take <= hinted.take) stone.classList.add("hinted");
      if (hinted && hinted.part && take > hinted.take && take - hinted.take <= hinted.part) stone.classList.add("parted");
      if (mv) {
        const said = paintValue(stone, values?.get(mv));
        stone.setAttribute("aria-label", [nimWords(mv), said].filter(Boolean).join(", "));
      }
      return stone;
    });
  }

  /** Moves that break a heap have a button each. */
  function breaks(moves, { hint, values }, size) {
    return moves.filter((mv) => parts(mv).part).map((mv) => {
      const { take, part } = parts(mv);
      const chip = h("button", { type: "button", class: "chip", "data-cell": mv, onclick: () => onmove(mv) },
        `${take ? `−${take} · ` : ""}${part} | ${size - take - part}`);
      chip.classList.toggle("hinted", mv === hint);
      const said = paintValue(chip, values?.get(mv));
      chip.setAttribute("aria-label", [nimWords(mv), said].filter(Boolean).join(", "));
      return chip;
    });
  }

  function show({ view, enabled, hint, values }) {
    const focused = element.contains(document.activeElement);
    const heaps = heapsOf(view.position);
    element.setAttribute("aria-label", t("nim.board", { heaps: heaps.join(", ") }));
    const most = Math.max(...heaps);
    element.style.setProperty("--most", most);
    element.classList.toggle("tall", most > 16);
    replace(element, heaps.map((size, index) => {
      const own = enabled ? view.moves.filter((mv) => parts(mv).heap === index) : [];
      const pile = h("div", { class: "pile" }, stones(index, size, own, { hint, values }));
      pile.addEventListener("pointerover", (event) => preview(pile, event.target));
      pile.addEventListener("focusin", (event) => preview(pile, event.target));
      pile.addEventListener("pointerleave", () => preview(pile, null));
      pile.addEventListener("focusout", () => preview(pile, null));
      return h("div", { class: "heap" }, pile, h("b", {}, size), h("div", { class: "chips" }, breaks(own, { hint, values }, size)));
    }));
    rove(element, 1);
    if (focused) element.querySelector("[data-cell]")?.focus();
  }

  function preview(pile, target) {
    const stones = [...pile.children];
    const from = target?.closest?.("button.pebble");
    stones.forEach((stone, index) => stone.classList.toggle("going", from !== null && from !== undefined && index >= stones.indexOf(from)));
  }

  return { element, show, words: nimWords };
}
