// The taquin's board: tiles that slide by click, drag, touch and arrow keys.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** How far a tile must be dragged to go, in cells. */
const FAR_ENOUGH = 0.3;
/** A pointer that moved less than this, in pixels, was a click. */
const STEADY = 6;

/** A tile; what is no number stays as it was written, for the server to name it. */
const tileOf = (text) => Number.isNaN(Number(text)) ? text : Number(text);

export const read = (text) => text.trim().split(/[\s,]+/).length > 1
  ? text.trim().split(/[\s,/]+/).map(tileOf)
  : [...text.trim().replaceAll("/", "")].map(tileOf);

export const write = (tiles) => tiles.length > 10 ? tiles.join(" ") : tiles.join("");

/** The tiles between `cell` and the blank, nearest to the blank first; none if they are not in line. */
function line(tiles, width, cell) {
  const blank = tiles.indexOf(0);
  const [row, column] = [Math.floor(cell / width), cell % width];
  const [blankRow, blankColumn] = [Math.floor(blank / width), blank % width];
  if (cell === blank || (row !== blankRow && column !== blankColumn)) return [];
  const step = row === blankRow ? Math.sign(column - blankColumn) : width * Math.sign(row - blankRow);
  const cells = [];
  for (let at = blank + step; at !== cell + step; at += step) cells.push(at);
  return cells.map((at) => tiles[at]);
}

const widthOf = ({ size }) => Number(size.split("x")[0]);

/** The view after a tile has slid; null if it is not beside the blank. */
export function slide(view, mv) {
  const [tiles, tile] = [read(view.position), Number(mv)];
  if (line(tiles, widthOf(view.settings), tiles.indexOf(tile)).length !== 1) return null;
  const [from, to] = [tiles.indexOf(tile), tiles.indexOf(0)];
  [tiles[from], tiles[to]] = [0, tile];
  const position = write(tiles);
  return { ...view, position, status: { state: position === write(read(view.settings.goal)) ? "solved" : "unsolved" } };
}

/** Which way a tile beside the blank slides. */
function direction(tiles, width, tile) {
  const difference = tiles.indexOf(0) - tiles.indexOf(tile);
  return { 1: "right", [-1]: "left", [width]: "down", [-width]: "up" }[difference];
}

/** `onmove(tiles)`: the tiles that slide, one after the other. */
export function createTaquinBoard({ onmove }) {
  const tray = h("div", { class: "taquin", role: "group" });
  let buttons = new Map();
  let state = { tiles: [], width: 0, locked: false };
  let drag = null;

  function build(tiles, width) {
    buttons = new Map(tiles.filter(Boolean).map((tile) => {
      const button = h("button", { type: "button", class: "tile", "data-tile": tile }, h("span", {}, tile));
      return [tile, button];
    }));
    tray.style.setProperty("--columns", width);
    tray.style.setProperty("--rows", tiles.length / width);
    tray.classList.toggle("many", tiles.length > 9);
    tray.replaceChildren(...buttons.values());
  }

  function show({ view, enabled, hint }) {
    const [tiles, goal] = [view.position, view.settings.goal].map(read);
    const [width, locked] = [widthOf(view.settings), !enabled];
    if (tiles.length !== state.tiles.length || width !== state.width) build(tiles, width);
    state = { tiles, width, locked };
    tray.setAttribute("aria-label", t("taquin.board", { width, height: tiles.length / width }));
    tray.classList.toggle("solved", view.status.state === "solved");
    tray.classList.toggle("locked", locked);
    tiles.forEach((tile, cell) => {
      if (tile === 0) return;
      const button = buttons.get(tile);
      const [row, column] = [Math.floor(cell / width), cell % width];
      button.style.setProperty("--x", column);
      button.style.setProperty("--y", row);
      button.style.setProperty("--order", row + column);
      const home = goal[cell] === tile;
      const free = line(tiles, width, cell).length === 1;
      button.classList.toggle("home", home);
      button.classList.toggle("hinted", tile === Number(hint));
      const inLine = line(tiles, width, cell).length > 0;
      button.dataset.line = !inLine ? "" : row === Math.floor(tiles.indexOf(0) / width) ? "row" : "column";
      button.dataset.way = free ? direction(tiles, width, tile) : "";
      button.tabIndex = free && !locked ? 0 : -1;
      const parts = [t("taquin.tile", { tile, row: row + 1, column: column + 1 })];
      if (home) parts.push(t("taquin.home"));
      if (free) parts.push(t(`slides.${direction(tiles, width, tile)}`));
      button.setAttribute("aria-label", parts.join(", "));
    });
  }

  const go = (tile) => {
    if (state.locked) return;
    const moved = line(state.tiles, state.width, state.tiles.indexOf(tile));
    if (moved.length > 0) onmove(moved.join(" "));
  };

  tray.addEventListener("click", (event) => {
    const tile = Number(event.target.closest(".tile")?.dataset.tile);
    if (tile && !event.defaultPrevented && !drag?.done) go(tile);
    drag = null;
  });

  tray.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 1, ArrowRight: -1, ArrowUp: state.width, ArrowDown: -state.width }[event.key];
    if (step === undefined || state.locked) return;
    event.preventDefault();
    const blank = state.tiles.indexOf(0);
    const cell = blank + step;
    const beside = Math.abs(step) > 1 || Math.floor(cell / state.width) === Math.floor(blank / state.width);
    const tile = beside ? state.tiles[cell] : undefined;
    if (tile === undefined) return;
    go(tile);
    buttons.get(tile).focus();
  });

  tray.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".tile");
    if (!button || state.locked || event.button !== 0) return;
    const tile = Number(button.dataset.tile);
    const cell = state.tiles.indexOf(tile);
    const moved = line(state.tiles, state.width, cell);
    const blank = state.tiles.indexOf(0);
    const level = Math.floor(cell / state.width) === Math.floor(blank / state.width);
    drag = {
      moved, level, sign: Math.sign(blank - cell), x: event.clientX, y: event.clientY,
      cell: button.getBoundingClientRect().width, pointer: event.pointerId, part: 0, done: false,
    };
    button.setPointerCapture(event.pointerId);
  });

  tray.addEventListener("pointermove", (event) => {
    if (!drag || drag.pointer !== event.pointerId || drag.moved.length === 0) return;
    const way = drag.level ? event.clientX - drag.x : event.clientY - drag.y;
    drag.part = Math.max(0, Math.min(1, (drag.sign * way) / drag.cell));
    if (Math.abs(way) < STEADY && !drag.far) return;
    drag.far = true;
    for (const tile of drag.moved) {
      const { style, classList } = buttons.get(tile);
      classList.add("dragged");
      style.setProperty(drag.level ? "--dx" : "--dy", drag.sign * drag.part);
    }
  });

  function drop(event) {
    if (!drag || drag.pointer !== event.pointerId) return;
    for (const tile of drag.moved) {
      const { style, classList } = buttons.get(tile);
      classList.remove("dragged");
      style.removeProperty("--dx");
      style.removeProperty("--dy");
    }
    if (drag.far) {
      // The click that follows belongs to the drag.
      drag.done = true;
      if (event.type === "pointerup" && drag.part > FAR_ENOUGH) onmove(drag.moved.join(" "));
    }
  }
  tray.addEventListener("pointerup", drop);
  tray.addEventListener("pointercancel", drop);

  const way = (mv) => t(`way.${direction(state.tiles, state.width, Number(mv))}`);
  return { element: tray, show, way, words: (mv) => mv };
}
