// A map of the grid world: its drawing, on which walls, terrain, the start and the goal can be drawn.

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { segmented } from "../widgets.js";
import { createDrawnBoard } from "./drawn.js";

/** What a tool draws; the others move the agent, the start or the goal. */
const TERRAIN = { wall: "#", land: ".", costly: "5", water: "W" };
const TOOLS = ["walk", "wall", "land", "costly", "water", "start", "goal"];
const COLOURS = { wall: "#59636e", land: "#f4f6f8", costly: "#cdb28c", water: "#79b8ff", start: "#cf222e", goal: "#1a7f37" };

/** A position as its rows, and the cells of the agent and of the goal. */
function read(position) {
  const [map, ...cells] = position.split(" ");
  const [agent, goal] = cells.map((cell) => cell.split(",").map(Number));
  return { rows: map.split("/").map((row) => [...row]), agent, goal };
}

const write = ({ rows, agent, goal }) => `${rows.map((row) => row.join("")).join("/")} ${agent} ${goal}`;

/** The directions as a map shows them. */
const ARROWS = { n: "↑", e: "→", s: "↓", w: "←", ne: "↗", se: "↘", sw: "↙", nw: "↖" };

/** `onedit(position)` when something has been drawn. */
export function createMapBoard({ onmove, onedit }) {
  const drawn = createDrawnBoard({ onmove, ways: { up: ["n"], right: ["e"], down: ["s"], left: ["w"] }, words: (mv) => ARROWS[mv] ?? mv });
  const drawing = drawn.element.querySelector(".drawing");
  let [tool, shown, draft, cursor] = ["walk", null, null, null];
  const tools = segmented(t("grid.draw"), TOOLS.map((name) => [name, t(`grid.draw.${name}`)]), tool, (to) => {
    tool = to;
    drawing.classList.toggle("drawable", tool !== "walk");
    paintCursor();
  });

  const picture = () => drawing.shadowRoot.querySelector("svg");

  /** The cell under the pointer. */
  function cellAt({ clientX, clientY }) {
    const box = picture().getBoundingClientRect();
    const [width, height] = [draft.rows[0].length, draft.rows.length];
    const column = Math.floor(((clientX - box.left) / box.width) * width);
    const row = Math.floor(((clientY - box.top) / box.height) * height);
    return column >= 0 && column < width && row >= 0 && row < height ? [column, row] : null;
  }

  /** Marks a cell of a map with so many columns. */
  function mark([column, row], columns, attributes) {
    const side = picture().viewBox.baseVal.width / columns;
    picture().append(svg("rect", { x: column * side, y: row * side, width: side, height: side, ...attributes }));
  }

  function draw(cell) {
    const [column, row] = cell;
    const taken = [draft.agent, draft.goal].some((end) => String(end) === String(cell));
    if (tool in TERRAIN) {
      // The agent and the goal cannot be walled in.
      if (draft.rows[row][column] === TERRAIN[tool] || (taken && tool !== "costly" && tool !== "land")) return;
      draft.rows[row][column] = TERRAIN[tool];
    } else {
      if ("@OT#".includes(draft.rows[row][column])) return;
      draft[tool === "start" ? "agent" : "goal"] = cell;
    }
    draft.changed = true;
    mark(cell, draft.rows[0].length, { fill: COLOURS[tool], "fill-opacity": 0.8 });
  }

  /** Draws the cells of a line: a fast pointer tells only some of those that it went over. */
  function drawTo(event) {
    const cell = cellAt(event);
    if (!cell) return;
    const [column, row] = draft.last ?? cell;
    const steps = Math.max(1, Math.abs(cell[0] - column), Math.abs(cell[1] - row));
    for (let step = draft.last ? 1 : 0; step <= steps; step += 1) {
      draw([Math.round(column + ((cell[0] - column) * step) / steps), Math.round(row + ((cell[1] - row) * step) / steps)]);
    }
    draft.last = cell;
  }

  function done() {
    const { changed } = draft;
    const edited = write(draft);
    draft = null;
    if (changed) onedit(edited);
  }

  drawing.addEventListener("pointerdown", (event) => {
    if (tool === "walk" || event.button !== 0 || !shown) return;
    event.preventDefault();
    draft = { ...read(shown), changed: false, last: null };
    drawing.setPointerCapture(event.pointerId);
    drawTo(event);
  });
  drawing.addEventListener("pointermove", (event) => { if (draft) event.getCoalescedEvents().concat(event).forEach(drawTo); });
  drawing.addEventListener("pointerup", () => { if (draft) done(); });
  drawing.addEventListener("pointercancel", () => { draft = null; });

  /** By keys a frame goes over the map; Enter and the space bar draw its cell. */
  function paintCursor() {
    picture()?.querySelector(".tesuji-cursor")?.remove();
    if (tool === "walk" || !shown || !cursor) return;
    mark(cursor, read(shown).rows[0].length, { class: "tesuji-cursor", fill: "none", stroke: COLOURS.goal, "stroke-width": 3 });
  }
  drawing.addEventListener("keydown", (event) => {
    if (tool === "walk" || !shown) return;
    const { rows, agent } = read(shown);
    cursor ??= agent;
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    const isDrawing = ["Enter", " "].includes(event.key);
    if (right === 0 && down === 0 && !isDrawing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const within = (place, size) => Math.max(0, Math.min(size - 1, place));
    cursor = [within(cursor[0] + right, rows[0].length), within(cursor[1] + down, rows.length)];
    paintCursor();
    if (isDrawing) {
      draft = { ...read(shown), changed: false };
      draw(cursor);
      done();
    }
  }, true);
  // With a tool at hand, a click is no move.
  drawing.addEventListener("click", (event) => { if (tool !== "walk") event.stopPropagation(); }, true);

  function show(state) {
    shown = state.view.position;
    drawn.show(state);
    paintCursor();
  }

  return { ...drawn, element: h("div", { class: "drawn" }, tools, drawn.element), show };
}
