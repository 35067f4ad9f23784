// Breakthrough: pick a pawn, then where it goes.

import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

const [FROM, TO] = [0, 1];
const ends = (mv) => mv.split(/[-x]/);

/** The cells of a position, row by row from the top: a letter or a dot each. */
function cellsOf(position) {
  const rows = position.split(" ")[0].split("/");
  return rows.map((row) => [...row].flatMap((sign) => /\d/.test(sign) ? Array(Number(sign)).fill(".") : [sign]));
}

const pawn = (side) => svg("svg", { viewBox: "0 0 100 100", class: `pawn ${side}`, "aria-hidden": "true" },
  svg("path", { d: "M50 12 76 30 84 86H16L24 30Z" }), svg("path", { d: "M50 30v28m-9-19 9-9 9 9", class: "way" }));

export function createBreakthroughBoard({ onmove }) {
  const element = h("div", { class: "breakthrough", role: "group" });
  let cells = new Map();
  let now = null;
  let picked = null;

  function build(rows) {
    const [width, height] = [rows[0].length, rows.length];
    cells = new Map();
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const name = `${String.fromCharCode(97 + x)}${height - y}`;
        const cell = h("button", { type: "button", class: (x + y) % 2 ? "cell dark" : "cell", "data-cell": name, onclick: () => choose(name) });
        cells.set(name, cell);
      }
    }
    element.style.setProperty("--columns", width);
    element.style.setProperty("--rows", height);
    replace(element, [...cells.values()]);
    rove(element, width);
  }

  function choose(name) {
    if (!now.enabled) return;
    const mv = now.view.moves.find((mv) => picked !== null && ends(mv)[FROM] === picked && ends(mv)[TO] === name);
    if (mv) {
      picked = null;
      return onmove(mv);
    }
    const own = now.view.moves.some((mv) => ends(mv)[FROM] === name);
    picked = own && picked !== name ? name : null;
    paint();
  }

  function paint() {
    const { view, enabled, hint, values, last } = now;
    const rows = cellsOf(view.position);
    if (cells.size !== rows.length * rows[0].length || element.style.getPropertyValue("--columns") !== String(rows[0].length)) build(rows);
    const moves = enabled ? view.moves : [];
    const froms = new Set(moves.map((mv) => ends(mv)[FROM]));
    const fromPicked = new Map(moves.filter((mv) => ends(mv)[FROM] === picked).map((mv) => [ends(mv)[TO], mv]));
    const hinted = hint ? ends(hint) : [];
    const trail = last ? ends(last) : [];
    element.setAttribute("aria-label", t("breakthrough.board", { width: rows[0].length, height: rows.length }));
    [...cells].forEach(([name, cell], index) => {
      const sign = rows[Math.floor(index / rows[0].length)][index % rows[0].length];
      if (cell.dataset.sign !== sign) {
        cell.dataset.sign = sign;
        replace(cell, sign === "." ? null : pawn(sign === "P" ? "first" : "second"));
      }
      cell.classList.toggle("open", froms.has(name));
      cell.classList.toggle("picked", name === picked);
      cell.classList.toggle("target", fromPicked.has(name));
      cell.classList.toggle("hinted", hinted.includes(name));
      cell.classList.toggle("last", trail.includes(name));
      let value = values?.get(fromPicked.get(name));
      if (picked === null && values && froms.has(name)) value = bestFrom(name, moves, values);
      const said = paintValue(cell, value);
      const parts = [name, t(`pawn.${sign}`), said];
      if (fromPicked.has(name)) parts.push(t("breakthrough.target"));
      cell.setAttribute("aria-label", parts.filter(Boolean).join(", "));
      cell.setAttribute("aria-pressed", String(name === picked));
    });
  }

  /** The best of what a pawn's moves are worth. */
  function bestFrom(name, moves, values) {
    const own = moves.filter((mv) => ends(mv)[FROM] === name).map((mv) => values.get(mv)).filter(Boolean);
    return own.sort((one, other) => other.rank - one.rank)[0];
  }

  function show(what) {
    if (now?.view !== what.view) picked = null;
    now = what;
    paint();
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && picked !== null) { picked = null; paint(); }
  });

  return { element, show, words: (mv) => mv };
}
