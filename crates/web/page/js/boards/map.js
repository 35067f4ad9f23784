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

/** `onedit(position)` when something has been drawn. */
export function createMapBoard({ onmove, onedit }) {
  const drawn = createDrawnBoard({ onmove });
  const drawing = drawn.element.querySelector(".drawing");
  let [tool, shown, draft] = ["walk", null, null];
  const tools = segmented(t("grid.draw"), TOOLS.map((name) => [name, t(`grid.draw.${name}`)]), tool, (to) => {
    tool = to;
    drawing.classList.toggle("drawable", tool !== "walk");
  });

  /** The cell under the pointer. */
  function cellAt({ clientX, clientY }) {
    const box = drawing.shadowRoot.querySelector("svg").getBoundingClientRect();
    const [width, height] = [draft.rows[0].length, draft.rows.length];
    const column = Math.floor(((clientX - box.left) / box.width) * width);
    const row = Math.floor(((clientY - box.top) / box.height) * height);
    return column >= 0 && column < width && row >= 0 && row < height ? [column, row] : null;
  }

  function draw(event) {
    const cell = cellAt(event);
    if (!cell) return;
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
    const picture = drawing.shadowRoot.querySelector("svg");
    const side = picture.viewBox.baseVal.width / draft.rows[0].length;
    picture.append(svg("rect", { x: column * side, y: row * side, width: side, height: side, fill: COLOURS[tool], "fill-opacity": 0.8 }));
  }

  drawing.addEventListener("pointerdown", (event) => {
    if (tool === "walk" || event.button !== 0 || !shown) return;
    event.preventDefault();
    draft = { ...read(shown), changed: false };
    drawing.setPointerCapture(event.pointerId);
    draw(event);
  });
  drawing.addEventListener("pointermove", (event) => { if (draft) draw(event); });
  drawing.addEventListener("pointerup", () => {
    const done = draft;
    draft = null;
    if (done?.changed) onedit(write(done));
  });
  drawing.addEventListener("pointercancel", () => { draft = null; });
  // With a tool at hand, a click is no move.
  drawing.addEventListener("click", (event) => { if (tool !== "walk") event.stopPropagation(); }, true);

  function show(state) {
    shown = state.view.position;
    drawn.show(state);
  }

  return { ...drawn, element: h("div", { class: "drawn" }, tools, drawn.element), show };
}
