// The grid world while a search goes on: its map, with the cells that are closed and those that are open.

import { complain } from "../announce.js";
import { post } from "../api.js";
import { createDrawing } from "../drawing.js";
import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { TAKEN } from "../replay.js";

/** How cells are painted: an open one has a ring as well, so that no colour has to be told from another. */
const LOOKS = {
  closed: { fill: "#2f6fb0", "fill-opacity": 0.45 },
  open: { fill: "#2f9e5a", "fill-opacity": 0.4, stroke: "#1f7a43", "stroke-width": 2 },
};
const CURRENT = { fill: "none", stroke: "#b63a26", "stroke-width": 3 };
const PATH = { fill: "none", stroke: "#b63a26", "stroke-width": 5, "stroke-linecap": "round", "stroke-linejoin": "round", "stroke-opacity": 0.85 };

/** The cell of a node: that of the agent in its position. */
const cellOf = ({ position }) => position.split(" ")[1];

/** A board for the search view: `paint` shows how a recording stands, as a tree shows it. */
export function createSearchMap(at, signal) {
  const drawing = createDrawing({ onmove() {} });
  const layer = svg("g", { class: "tesuji-search" });
  let side = 0;
  let shown = null;
  /** The rectangles by cell, and how each looks. */
  let cells = new Map();

  /** Shows the map as it is at the beginning. */
  async function show(position) {
    if (shown === position) return;
    shown = position;
    try {
      const { svg: text } = await post("position", { ...at, position, svg: true }, signal);
      if (shown !== position) return;
      drawing.show(text, { label: t("game.position", { position }) });
      const picture = drawing.element.shadowRoot.querySelector("svg");
      // Which moves there are is not asked here.
      picture.querySelectorAll("[data-move]").forEach((one) => one.remove());
      picture.querySelector(".grid-goal, .grid-agent").before(layer);
      side = picture.viewBox.baseVal.width / position.split(/[/ ]/)[0].length;
      last();
    } catch (error) {
      if (shown === position) shown = null;
      complain(error);
    }
  }

  const box = (cell, inset) => {
    const [column, row] = cell.split(",").map(Number);
    return { x: column * side + inset, y: row * side + inset, width: side - 2 * inset, height: side - 2 * inset };
  };
  let last = () => {};

  function paint({ nodes }, states, { node, line }) {
    show(nodes[0].position);
    last = () => {
      if (side === 0) return;
      const looks = new Map();
      states.forEach(({ born, fate }, index) => {
        if (!born) return;
        const cell = cellOf(nodes[index]);
        if (TAKEN.includes(fate)) looks.set(cell, "closed");
        else if (fate === "open" && !looks.has(cell)) looks.set(cell, "open");
      });
      for (const [cell, rect] of cells) if (!looks.has(cell)) { rect.remove(); cells.delete(cell); }
      for (const [cell, look] of looks) {
        const rect = cells.get(cell);
        if (rect?.dataset.look === look) continue;
        const made = svg("rect", { "data-look": look, "data-cell": cell, ...box(cell, look === "open" ? 1 : 0), ...LOOKS[look] });
        if (rect) rect.replaceWith(made);
        else layer.prepend(made);
        cells.set(cell, made);
      }
      layer.querySelectorAll(".mark").forEach((one) => one.remove());
      const middle = (index) => { const { x, y } = box(cellOf(nodes[index]), 0); return `${x + side / 2},${y + side / 2}`; };
      if (line.length > 0) layer.append(svg("polyline", { class: "mark", points: line.map(middle).join(" "), ...PATH }));
      else layer.append(svg("rect", { class: "mark", ...box(cellOf(nodes[node]), 1.5), ...CURRENT }));
    };
    last();
  }

  return { element: drawing.element, show() {}, paint };
}

/** What the colours mean. */
export const mapKey = () => h("p", { class: "tree-key map-key" }, ["closed", "open", "current", "line"].map((one) => h("span", { class: `key-${one}` }, t(`map.${one}`))));
