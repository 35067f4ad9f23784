// Controls that several views use.

import { complain, say } from "./announce.js";
import { h } from "./dom.js";

let serial = 0;
const freshId = (stem) => `${stem}-${++serial}`;

/** A button; `kind` is primary, quiet or plain. */
export function button(label, onclick, { kind = "plain", ...more } = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...more }, label);
}

/** Does `work` while a control is marked as busy, and tells what goes wrong. */
export async function whileBusy(control, work) {
  control.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    complain(error);
  } finally {
    control.removeAttribute("aria-busy");
  }
}

/** A few exclusive choices side by side. `options`: [[value, label]]; `set` changes the choice. */
export function segmented(label, options, chosen, onchange) {
  const name = freshId("choice");
  const inputs = options.map(([value, text]) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) });
    return h("label", {}, input, h("span", {}, text));
  });
  const element = h("fieldset", { class: "segmented" }, h("legend", {}, label), h("div", { class: "segments" }, inputs));
  element.set = (to) => inputs.forEach(({ firstChild: input }) => { input.checked = input.value === to; });
  return element;
}

/** A menu. `options`: [[value, label]] or [[group, [[value, label]]]]; `set` changes the choice. */
export function menu(label, options, chosen, onchange) {
  const id = freshId("menu");
  const option = ([value, text]) => h("option", { value, selected: value === chosen }, text);
  const entries = options.map(([value, text]) =>
    Array.isArray(text) ? h("optgroup", { label: value }, text.map(option)) : option([value, text]));
  const select = h("select", { id, onchange: () => onchange(select.value) }, entries);
  const element = h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "select" }, select));
  element.set = (to) => { select.value = to; };
  return element;
}

/** A slider that says its value in words; `set` changes it. If `settled`, only where it is let go counts. */
export function slider(label, { min, max, step = 1, value, words = String, settled = false }, onchange) {
  const id = freshId("slider");
  const output = h("output", { for: id }, words(value));
  const input = h("input", { id, type: "range", min, max, step, value });
  const paint = () => {
    input.style.setProperty("--part", `${(100 * (input.value - min)) / (max - min)}%`);
    input.setAttribute("aria-valuetext", words(Number(input.value)));
    output.textContent = words(Number(input.value));
  };
  input.addEventListener("input", paint);
  input.addEventListener(settled ? "change" : "input", () => onchange(Number(input.value)));
  paint();
  const element = h("div", { class: "field slider" }, h("label", { for: id }, label), output, input);
  element.set = (to) => { input.value = to; paint(); };
  return element;
}

/** A switch. */
export function toggle(label, on, onchange) {
  const input = h("input", { type: "checkbox", role: "switch", checked: on, onchange: () => onchange(input.checked) });
  return h("label", { class: "toggle" }, input, h("span", { class: "track" }), h("span", {}, label));
}

/**
 * A line beside a field for what becomes of its text: `tell(words)` shows it, brings it into sight and reads it
 * out, `clear()` takes it away. What is of the `kind` good is no refusal.
 */
export function verdictLine(id) {
  const element = h("p", { class: "counsel", id, hidden: true });
  element.tell = (words, kind = "bad") => {
    element.className = `counsel ${kind}`;
    element.textContent = words;
    element.hidden = false;
    element.scrollIntoView({ block: "nearest" });
    say(words);
  };
  element.clear = () => { element.hidden = true; };
  return element;
}

/** A line of text with a button; `apply` gets the text. */
export function entry(label, { value = "", action, hint }, apply) {
  const id = freshId("entry");
  const input = h("input", { id, type: "text", value, spellcheck: "false", autocomplete: "off" });
  const named = `${id}-label`;
  const submit = (event) => { event.preventDefault(); apply(input.value.trim()); };
  const form = h("form", { class: "field entry", "aria-labelledby": named, onsubmit: submit },
    h("label", { for: id, id: named }, label),
    h("div", { class: "entry-line" }, input, h("button", { type: "submit", class: "button" }, action)),
    hint && h("small", {}, hint));
  form.set = (text) => { input.value = text; };
  form.get = () => input.value;
  return form;
}

/**
 * Fields of text with one button, and choices, which count at once. `all`: [{ name, label, hint, value,
 * example, choices }]; `apply` gets the texts by name, `set` changes them.
 */
export function fields(label, all, action, apply) {
  const inputs = all.map(({ name, label: title, hint, value = "", example = "", choices }) => {
    if (choices) {
      let chosen = value || choices[0][0];
      const element = segmented(title, choices, chosen, (to) => { chosen = to; submit(); });
      if (hint) element.append(h("small", {}, hint));
      const set = (to) => { chosen = to; element.set(to); };
      return { name, element, set, get: () => chosen };
    }
    const id = freshId("field");
    const input = h("input", { id, name, type: "text", value, placeholder: example, spellcheck: "false", autocomplete: "off" });
    const element = h("div", { class: "field entry" }, h("label", { for: id }, title), input, hint && h("small", {}, hint));
    return { name, element, set: (to) => { input.value = to; }, get: () => input.value.trim() };
  });
  const submit = (event) => {
    event?.preventDefault();
    apply(Object.fromEntries(inputs.map(({ name, get }) => [name, get()])));
  };
  const isText = all.some(({ choices }) => !choices);
  const form = h("form", { class: "fields", "aria-label": label, onsubmit: submit },
    inputs.map(({ element }) => element), isText && h("button", { type: "submit", class: "button" }, action));
  form.set = (values) => inputs.forEach(({ name, set }) => { if (values[name] !== undefined) set(String(values[name])); });
  return form;
}

/** A figure with its name; `set` changes it, `call` its name. */
export function figure(name, value = "–") {
  const [title, shown] = [h("dt", {}, name), h("dd", {}, value)];
  const element = h("div", { class: "figure" }, title, shown);
  element.call = (text) => { title.textContent = text; };
  element.set = (text) => { shown.textContent = text; };
  return element;
}

/** Something more, folded away. */
export function more(title, ...children) {
  return h("details", { class: "more" }, h("summary", {}, title), h("div", { class: "more-body" }, children));
}

/** Lets the arrow keys walk over a grid of buttons; one of them is in the tab order. */
export function rove(container, columns) {
  const cells = () => [...container.querySelectorAll("[data-cell]")];
  const enter = (cell) => {
    for (const other of cells()) other.tabIndex = other === cell ? 0 : -1;
  };
  container.addEventListener("focusin", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (cell) enter(cell);
  });
  container.addEventListener("keydown", (event) => {
    const all = cells();
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const wide = typeof columns === "function" ? columns() : columns;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
    let to = null;
    if (step !== undefined) {
      to = at + step;
      if (wide > 1 && Math.abs(step) === 1 && Math.floor(to / wide) !== Math.floor(at / wide)) to = at;
    } else if (event.key === "Home") to = at - (at % wide);
    else if (event.key === "End") to = Math.min(all.length, at - (at % wide) + wide) - 1;
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  });
  const first = cells();
  first.forEach((cell, index) => { cell.tabIndex = index === 0 ? 0 : -1; });
}
