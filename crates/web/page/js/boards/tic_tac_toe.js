// Tic-tac-toe: nine cells, drawn with a brush.

import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

const COLUMNS = "abc";
/** Cells row by row from the top, as the server names them. */
const NAMES = [3, 2, 1].flatMap((row) => [...COLUMNS].map((column) => `${column}${row}`));

/** The lines of three, as indices of cells. */
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const MARKS = {
  X: () => [svg("path", { d: "M22 20c18 15 37 37 57 59" }), svg("path", { d: "M79 22C62 38 40 58 21 79", class: "second-stroke" })],
  O: () => [svg("path", { d: "M53 17c-23-2-37 14-36 34 1 19 15 33 34 32 20-1 33-15 32-34-1-18-12-29-27-32" })],
};

export function createTicTacToeBoard({ onmove }) {
  const cells = NAMES.map((name) => h("button", { type: "button", class: "cell", "data-cell": name, onclick: () => choose(name) }));
  const element = h("div", { class: "tic-tac-toe", role: "group" }, cells);
  let legal = new Set();

  const choose = (name) => { if (legal.has(name)) onmove(name); };
  rove(element, 3);

  function show({ view, enabled, hint, values, last }) {
    legal = new Set(enabled ? view.moves : []);
    element.setAttribute("aria-label", t("tic-tac-toe.board"));
    const won = LINES.filter((line) => ["XXX", "OOO"].includes(line.map((index) => view.position[index]).join(""))).flat();
    NAMES.forEach((name, index) => {
      const mark = view.position[index];
      const cell = cells[index];
      if (cell.dataset.mark !== mark) {
        cell.dataset.mark = mark;
        replace(cell, mark === "." ? null : svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, MARKS[mark]()));
      }
      cell.classList.toggle("open", legal.has(name));
      cell.classList.toggle("hinted", hint === name);
      cell.classList.toggle("last", last === name);
      cell.classList.toggle("won", won.includes(index));
      const said = paintValue(cell, values?.get(name));
      cell.setAttribute("aria-label", [`${name}, ${t(`mark.${mark}`)}`, said].filter(Boolean).join(", "));
      cell.setAttribute("aria-disabled", String(!legal.has(name)));
    });
  }

  return { element, show, words: (mv) => mv };
}
