// Connect Four: stones that fall into columns.

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

/** The cells of all lines of four or more, as numbers row by row. */
function fours(rows) {
  const [width, height] = [rows[0].length, rows.length];
  const won = new Set();
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const line = [0, 1, 2, 3].map((step) => [x + step * right, y + step * down]);
      const isFour = rows[y][x] !== "." && line.every(([column, row]) => rows[row]?.[column] === rows[y][x]);
      if (isFour) line.forEach(([column, row]) => won.add(row * width + column));
    }
  }
  return won;
}

export function createConnectFourBoard({ onmove }) {
  const element = h("div", { class: "connect-four", role: "group" });
  let columns = [];
  let shown = [];
  let legal = new Set();

  function build(width, height) {
    columns = Array.from({ length: width }, (_, index) => {
      const name = String(index + 1);
      const holes = Array.from({ length: height }, () => h("span", { class: "hole" }));
      const button = h("button", { type: "button", class: "column", "data-cell": name, onclick: () => { if (legal.has(name)) onmove(name); } },
        h("span", { class: "mark" }), holes);
      return { name, button, holes };
    });
    shown = Array.from({ length: width * height }, () => ".");
    element.style.setProperty("--columns", width);
    element.style.setProperty("--rows", height);
    replace(element, columns.map(({ button }) => button));
    rove(element, width);
  }

  function show({ view, enabled, hint, values, last }) {
    const rows = view.position.split("/");
    const [width, height] = [rows[0].length, rows.length];
    if (columns.length !== width || columns[0].holes.length !== height) build(width, height);
    legal = new Set(enabled ? view.moves : []);
    const won = fours(rows);
    element.dataset.turn = view.status.player ?? "";
    element.setAttribute("aria-label", t("connect-four.board", { width, height }));
    for (const [x, { name, button, holes }] of columns.entries()) {
      const stack = rows.map((row) => row[x]);
      holes.forEach((hole, y) => {
        const stone = stack[y];
        const at = y * width + x;
        if (shown[at] === stone) return;
        shown[at] = stone;
        replace(hole, stone === "." ? null : h("i", { class: `stone ${stone === "x" ? "first" : "second"}`, vars: { "--fall": y + 1 } }));
      });
      const top = stack.findIndex((stone) => stone !== ".");
      holes.forEach((hole, y) => {
        hole.classList.toggle("last", last === name && y === top);
        hole.classList.toggle("won", won.has(y * width + x));
      });
      button.classList.toggle("open", legal.has(name));
      button.classList.toggle("hinted", hint === name);
      button.setAttribute("aria-disabled", String(!legal.has(name)));
      const said = paintValue(button.firstChild, values?.get(name));
      const told = stack.filter((stone) => stone !== ".").reverse().map((stone) => t(stone === "x" ? "connect-four.first" : "connect-four.second"));
      button.setAttribute("aria-label", [t("column", { column: name }), told.join(" ") || t("empty"), said].filter(Boolean).join(", "));
    }
  }

  return { element, show, words: (mv) => t("column", { column: mv }) };
}
