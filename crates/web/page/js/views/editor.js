// The board editor: a grid of cells to fill with what is chosen, by mouse, touch or keyboard.

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { button, more, rove, segmented } from "../widgets.js";
import { read, write } from "../boards/taquin.js";

const letters = (text) => [...text];
const rowsOf = (text, width) => Array.from({ length: text.length / width }, (_, row) => text.slice(row * width, (row + 1) * width));
const spread = (row) => row.replace(/\d/g, (count) => ".".repeat(Number(count)));
const gather = (row) => row.replace(/\.+/g, (dots) => String(dots.length));

/**
 * How the position of a game is taken apart: `cells` row by row, `width`, the `turn` if it is
 * written, and `rest`, which stays as it is. `palette(cells)` is what a cell may hold, `names` and
 * `signs` what it is called and shown as; without a palette, two cells change places.
 */
const GRIDS = {
  "taquin": {
    open: (position, width) => ({ cells: read(position).map(String), width }),
    write: ({ cells }) => write(cells.map(Number)),
  },
  "tic-tac-toe": {
    open: (position) => ({ cells: letters(position), width: 3 }),
    palette: () => ["X", "O", "."],
    write: ({ cells }) => cells.join(""),
  },
  "connect-four": {
    open: (position) => ({ cells: letters(position.replaceAll("/", "")), width: position.indexOf("/") }),
    palette: () => ["x", "o", "."],
    names: { x: "connect-four.first", o: "connect-four.second" },
    signs: { x: "●", o: "●" },
    write: ({ cells, width }) => rowsOf(cells.join(""), width).join("/"),
  },
  "breakthrough": {
    open: (position) => {
      const [board, turn] = position.split(" ");
      const rows = board.split("/").map(spread);
      return { cells: letters(rows.join("")), width: rows[0].length, turn };
    },
    palette: () => ["P", "p", "."],
    names: { P: "pawn.P", p: "pawn.p" },
    signs: { P: "♙", p: "♟" },
    turns: ["w", "b"],
    write: ({ cells, width, turn }) => `${rowsOf(cells.join(""), width).map(gather).join("/")} ${turn}`,
  },
  "rush-hour": {
    names: { x: "grid.draw.wall" },
    open: (position) => ({ cells: letters(position.split(" ")[0].replaceAll("/", "")), width: 6 }),
    palette: (cells) => {
      const used = [...new Set(cells.filter((cell) => /[A-Z]/.test(cell)))].sort();
      const free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.includes(letter));
      return [...used, free, "x", "."].filter(Boolean);
    },
    write: ({ cells }) => cells.join(""),
  },
  "nim": { heaps: true },
};
GRIDS.rocks = GRIDS["rush-hour"];

/** The editor of a view's game, folded away; null if the game has none. `renew()` opens another board in it. */
export function editorOf(path, { position, place, width = () => 0 }) {
  const grid = GRIDS[path];
  if (!grid) return null;
  const body = h("div", { class: "editor" });
  const element = more(t("editor"), body);
  let state = null;
  let chosen = null;

  element.renew = () => {
    if (!element.open || !position()) return;
    chosen = null;
    state = grid.heaps ? { heaps: position().split("-").map(Number) } : grid.open(position(), width());
    paint();
  };
  element.addEventListener("toggle", element.renew);

  const done = button(t("editor.play"), () => place(grid.heaps ? state.heaps.filter((heap) => heap > 0).join("-") || "0" : grid.write(state)), { kind: "primary", id: "editor-play" });

  function paint(focus = null) {
    replace(body, grid.heaps ? heaps() : cells(), h("div", { class: "buttons" }, done));
    body.querySelector(`[data-edit="${focus}"]`)?.focus();
  }

  /** A number for each heap, with a button to take away and one to add. */
  function heaps() {
    const change = (index, by) => {
      state.heaps[index] = Math.max(0, state.heaps[index] + by);
      paint(`${index}${by > 0 ? "+" : "-"}`);
    };
    return h("div", { class: "editor-heaps" },
      state.heaps.map((size, index) => h("div", { role: "group", "aria-label": t("editor.heap", { heap: index + 1 }) },
        button("−", () => change(index, -1), { "data-edit": `${index}-`, "aria-label": t("editor.less", { heap: index + 1 }) }),
        h("b", {}, size),
        button("+", () => change(index, 1), { "data-edit": `${index}+`, "aria-label": t("editor.more", { heap: index + 1 }) }))),
      button(t("editor.heap.add"), () => { state.heaps.push(1); paint(`${state.heaps.length - 1}+`); }, { "data-edit": "add" }));
  }

  function cells() {
    const palette = grid.palette?.(state.cells);
    if (palette && !palette.includes(chosen)) [chosen] = palette;
    const name = (cell) => cell === "." || cell === "0" ? t("empty") : grid.names?.[cell] ? t(grid.names[cell]) : cell;
    const set = (index) => {
      if (palette) state.cells[index] = state.cells[index] === chosen ? "." : chosen;
      else if (chosen === null) chosen = index;
      else {
        [state.cells[index], state.cells[chosen]] = [state.cells[chosen], state.cells[index]];
        chosen = null;
      }
      paint(index);
    };
    const board = h("div", { class: "editor-grid", role: "group", "aria-label": t("editor.board"), vars: { "--columns": state.width } },
      state.cells.map((cell, index) => h("button", {
        type: "button", class: "editor-cell", "data-cell": index, "data-edit": index, onclick: () => set(index),
        "aria-pressed": palette ? null : String(chosen === index),
        "aria-label": t("editor.cell", { row: Math.floor(index / state.width) + 1, column: (index % state.width) + 1, what: name(cell) }),
        "data-piece": cell,
      }, cell === "." || cell === "0" ? "" : grid.signs?.[cell] ?? cell)));
    rove(board, state.width);
    return [
      palette ? segmented(t("editor.piece"), palette.map((one) => [one, name(one)]), chosen, (to) => { chosen = to; }) : h("p", { class: "help" }, t("editor.swap")),
      board,
      grid.turns && segmented(t("editor.turn"), grid.turns.map((one) => [one, t(`editor.turn.${one}`)]), state.turn, (to) => { state.turn = to; }),
    ];
  }

  return element;
}
