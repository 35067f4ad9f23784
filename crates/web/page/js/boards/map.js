// A map of the grid world: its drawing, on which walls and terrain can be drawn, and the start and the
// goal dragged.

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { button, segmented, slider } from "../widgets.js";
import { createDrawnBoard } from "./drawn.js";

/** What a tool draws, mud by its cost; the others move the agent, the start or the goal. */
const TERRAIN = { wall: "#", land: ".", costly: null, water: "W" };
/** What mud costs at first. */
const COST = 5;
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

/** A position without the agent, who walks. */
const groundOf = (position) => { const { rows, goal } = read(position); return write({ rows, agent: "", goal }); };

/** An empty map with so many columns and rows, its start and its goal at the sides. */
export function emptyMap(columns, rows) {
  const middle = Math.floor(rows / 2);
  return write({ rows: Array(rows).fill([".".repeat(columns)]), agent: [0, middle], goal: [columns - 1, middle] });
}

/** `onedit(position)` when something has been drawn; it ends when that is through. */
export function createMapBoard({ onmove, onedit }) {
  const drawn = createDrawnBoard({ onmove, ways: { up: ["n"], right: ["e"], down: ["s"], left: ["w"] }, words: (mv) => ARROWS[mv] ?? mv });
  const drawing = drawn.element.querySelector(".drawing");
  let [tool, shown, draft, cursor, cost] = ["walk", null, null, null, COST];
  /** The positions that were drawn, and which of them is shown; `next` is the same after the edit under way. */
  let [kept, next] = [{ drawings: [], place: 0 }, null];
  const edits = () => next ?? kept;
  const latest = () => next ? next.drawings[next.place] : shown;
  const tools = segmented(t("grid.draw"), TOOLS.map((name) => [name, t(`grid.draw.${name}`)]), tool, (to) => {
    tool = to;
    drawing.classList.toggle("drawable", tool !== "walk");
    brush.hidden = tool !== "costly";
    paintCursor();
  });

  const brush = slider(t("grid.cost"), { min: 2, max: 9, value: cost }, (to) => { cost = to; });
  const turn = (by) => {
    const { drawings, place } = edits();
    if (drawings[place + by]) edit(drawings, place + by);
  };
  const [undo, redo] = [["undo", -1, "↶"], ["redo", 1, "↷"]].map(([name, by, sign]) =>
    button(sign, () => turn(by), { "aria-label": t(`grid.${name}`), title: t(`grid.${name}`), id: `draw-${name}`, disabled: true }));
  brush.hidden = true;

  const picture = () => drawing.shadowRoot.querySelector("svg");
  const marks = svg("g", { class: "tesuji-marks" });

  async function edit(drawings, place) {
    const mine = next = { drawings, place };
    settle();
    await onedit(drawings[place]);
    if (next !== mine) return;
    next = null;
    settle();
  }

  /** Leaves only the marks of what is under way. */
  function settle() {
    if (!next && !draft) marks.replaceChildren();
    picture()?.append(marks);
    paintCursor();
    const { drawings, place } = edits();
    undo.disabled = place === 0;
    redo.disabled = place === drawings.length - 1;
  }

  /** The cell under the pointer. */
  function cellAt({ clientX, clientY }) {
    const box = picture().getBoundingClientRect();
    const { rows } = draft ?? read(latest());
    const [width, height] = [rows[0].length, rows.length];
    const column = Math.floor(((clientX - box.left) / box.width) * width);
    const row = Math.floor(((clientY - box.top) / box.height) * height);
    return column >= 0 && column < width && row >= 0 && row < height ? [column, row] : null;
  }

  /** Marks a cell of a map with so many columns. */
  function mark([column, row], columns, attributes) {
    const side = picture().viewBox.baseVal.width / columns;
    marks.append(svg("rect", { x: column * side, y: row * side, width: side, height: side, ...attributes }));
  }

  function draw(cell) {
    const [column, row] = cell;
    if (draft.end === undefined) {
      // The agent and the goal cannot be walled in.
      const sign = TERRAIN[tool] ?? String(cost);
      if (draft.rows[row][column] === sign || (endAt(draft, cell) && tool !== "costly" && tool !== "land")) return;
      draft.rows[row][column] = sign;
    } else {
      if ("@OTW#".includes(draft.rows[row][column]) || String(draft[draft.end]) === String(cell)) return;
      draft[draft.end] = cell;
      marks.querySelector(".tesuji-dragged")?.remove();
    }
    draft.changed = true;
    const look = draft.end === undefined ? { fill: COLOURS[tool] } : { fill: COLOURS[draft.end === "agent" ? "start" : "goal"], class: "tesuji-dragged" };
    mark(cell, draft.rows[0].length, { ...look, "fill-opacity": 0.8 });
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
    const edited = write(draft);
    draft = null;
    if (edited === latest()) return settle();
    const { drawings, place } = edits();
    edit([...drawings.slice(0, place + 1), edited], place + 1);
  }

  function cancel() {
    draft = null;
    settle();
  }

  /** Which end stands in a cell: the agent, the goal, or none. */
  const endAt = (ends, cell) => ["agent", "goal"].find((end) => String(ends[end]) === String(cell));

  // An end is dragged from its cell, whatever the tool; but where a finger walks, it swipes the agent on.
  drawing.addEventListener("pointerdown", (event) => {
    const cell = event.button === 0 && shown ? cellAt(event) : null;
    if (!cell) return;
    const found = endAt(read(latest()), cell);
    const isHeld = found && !(tool === "walk" && found === "agent" && event.pointerType === "touch");
    if (tool === "walk" && !isHeld) return;
    event.preventDefault();
    draft = { ...read(latest()), changed: false, last: isHeld ? cell : null, end: isHeld ? found : { start: "agent", goal: "goal" }[tool] };
    // With a click it may be walked to.
    if (tool !== "walk") drawing.setPointerCapture(event.pointerId);
    if (!isHeld) drawTo(event);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (!draft) return;
    if (event.buttons === 0) return cancel();
    event.getCoalescedEvents().concat(event).forEach(drawTo);
    if (draft.changed) drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointerup", (event) => {
    if (!draft) return;
    if (draft.changed || tool !== "walk") event.stopImmediatePropagation();
    done();
  }, true);
  drawing.addEventListener("pointercancel", cancel);

  /** By keys a frame goes over the map; Enter and the space bar draw its cell. */
  function paintCursor() {
    marks.querySelector(".tesuji-cursor")?.remove();
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
      draft = { ...read(latest()), changed: false, end: { start: "agent", goal: "goal" }[tool] };
      draw(cursor);
      done();
    }
  }, true);
  // With a tool at hand, a click is no move.
  drawing.addEventListener("click", (event) => { if (tool !== "walk") event.stopPropagation(); }, true);

  function show(state) {
    shown = state.view.position;
    const { drawings, place } = kept;
    if (next && shown === latest()) [kept, next] = [next, null];
    // A map from elsewhere begins anew; where the agent walks, the map is the same.
    else if (drawings.length === 0 || groundOf(shown) !== groundOf(drawings[place])) [kept, next] = [{ drawings: [shown], place: 0 }, null];
    drawn.show(state);
    picture()?.querySelectorAll(".grid-agent, .grid-goal").forEach((end) => { end.style.cursor = "grab"; });
    settle();
  }

  const element = h("div", { class: "drawn" }, h("div", { class: "draw-tools" }, tools, h("div", { class: "buttons" }, undo, redo), brush), drawn.element);
  element.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const by = { z: event.shiftKey ? 1 : -1, Z: 1, y: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    turn(by);
  });
  return { ...drawn, element, show };
}
