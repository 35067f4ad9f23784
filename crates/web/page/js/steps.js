// Steps through a game or a search: a slider, buttons, and the moves of a game in a list.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { button } from "./widgets.js";

/**
 * What steps through something. `go(step)` is asked for a step, which may lie beyond an end, and
 * `show(step, length)` shows where it is. `row` has the buttons with the slider between them.
 */
export function createSteps({ go }) {
  let [now, end] = [0, 0];
  const scrub = h("input", { type: "range", class: "scrub", min: 0, max: 0, value: 0, "aria-label": t("search.step"), oninput: () => go(Number(scrub.value)) });
  const step = (name, to, kind) => button(icon(name), () => go(to()), { kind, "aria-label": t(`search.${name}`), title: t(`search.${name}`), id: `step-${name}` });
  const buttons = {
    first: step("first", () => 0, "quiet"), back: step("back", () => now - 1),
    on: step("on", () => now + 1), last: step("last", () => end, "quiet"),
  };
  const KEYS = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 0, End: () => end };

  function show(at, length) {
    [now, end] = [at, length];
    scrub.max = end;
    scrub.value = now;
    scrub.style.setProperty("--part", `${(100 * now) / Math.max(1, end)}%`);
    buttons.first.disabled = buttons.back.disabled = now === 0;
    buttons.on.disabled = buttons.last.disabled = now === end;
  }

  /** Steps by arrow keys, Home and End as well, wherever on `target` the focus is, while `isOn`. */
  function listen(target, { isOn = () => true, signal } = {}) {
    target.addEventListener("keydown", (event) => {
      const to = KEYS[event.key];
      const isElsewhere = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select");
      if (!to || !isOn() || isElsewhere) return;
      event.preventDefault();
      go(to());
    }, { signal });
  }

  const row = () => h("div", { class: "steps", role: "group", "aria-label": t("search.step") }, buttons.first, buttons.back, scrub, buttons.on, buttons.last);
  return { scrub, buttons, show, listen, row };
}

/** The moves of a game in a list; each can be clicked. `show(moves, ply)` marks the one that was made last. */
export function createRecord({ go, label = t("record"), empty = null }) {
  const element = h("ol", { class: "record", "aria-label": label, "data-empty": empty, tabindex: 0 });
  element.show = (moves, ply) => {
    replace(element, moves.map((mv, index) => h("li", { class: index < ply ? null : "ahead" },
      h("button", { type: "button", class: "link", "aria-current": index === ply - 1 ? "step" : null, onclick: () => go(index + 1) }, mv))));
    const item = element.children[Math.max(0, ply - 1)];
    if (item) element.scrollTop = item.offsetTop - element.offsetTop - element.clientHeight / 2;
  };
  return element;
}
