// A search tree that grows: as SVG, to be dragged and zoomed.

import { h, svg, still } from "./dom.js";
import { standalone } from "./pictures.js";

const COLUMN = 54;
const ROW = 78;
const [HALF, TALL, SLANT] = [25, 18, 6];
/** As many pixels of a tree stay in its frame, however far it is dragged. */
const MARGIN = 48;
/** Below this scale words are hard to read, and below the other one they are left out. */
const [LEGIBLE, FAR] = [0.65, 0.4];
/** The size of the words in nodes, and the width of a letter, as a part of it. */
const [LETTERS, LETTER] = [12, 0.56];

const x = (across) => across * COLUMN;
const y = (depth) => depth * ROW + 30;

/** What a label says in a colour, for the player to move at the root. */
function tone(label) {
  if (!label) return "none";
  if (label.value) return label.value === "estimate" ? "guess" : label.value;
  // What is disproved may be a draw.
  if (label.proof === 0) return label.claimant === "min" ? "loss" : "win";
  return "plain";
}

function shape(side) {
  const box = { x: -HALF, y: -TALL, width: 2 * HALF, height: 2 * TALL };
  if (side === "min") return svg("path", { class: "shape", d: `M${-HALF} ${-TALL}H${HALF}L${HALF - SLANT} ${TALL}H${-HALF + SLANT}Z` });
  if (side === "max") return svg("path", { class: "shape", d: `M${-HALF + SLANT} ${-TALL}H${HALF - SLANT}L${HALF} ${TALL}H${-HALF}Z` });
  return svg("rect", { class: "shape", rx: 10, ...box });
}

/** A label in one line, or in two of about the same length. */
function linesOf(text) {
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)]);
  const longest = (lines) => Math.max(...lines.map((line) => line.length));
  return text.length <= 5 ? [text] : breaks.reduce((best, one) => longest(one) <= longest(best) ? one : best, [text]);
}

/** Writes a label into its node, as large as the node has room for. */
function write(name, text) {
  const lines = linesOf(text);
  const [first, then] = lines.length === 1 ? ["0.36em", null] : ["-0.2em", "1.1em"];
  name.replaceChildren(...lines.map((line, index) => svg("tspan", { x: 0, dy: index === 0 ? first : then }, line)));
  const longest = Math.max(1, ...lines.map((line) => line.length));
  const [across, down] = [(2 * (HALF - SLANT) + 3) / (longest * LETTER), (2 * TALL) / (lines.length * 1.15)];
  name.style.setProperty("--fit", Math.min(1.5, across / LETTERS, down / LETTERS).toFixed(2));
}

/** `onpick(node)` when a node is chosen. */
export function createTree({ onpick }) {
  const edges = svg("g", {});
  const nodes = svg("g", {});
  const world = svg("g", { class: "world" }, edges, nodes);
  const sheet = svg("svg", { class: "tree", role: "img", "aria-hidden": "true" }, world);
  let parts = [];
  let drawn = null;
  let camera = { scale: 1, x: 0, y: 0 };

  /** Shows another tree, which is a picture called `label`. */
  function load(data, label) {
    clear();
    sheet.removeAttribute("aria-hidden");
    sheet.setAttribute("tabindex", 0);
    sheet.setAttribute("aria-label", label);
    drawn = data;
    const { nodes: all } = data.recording;
    parts = all.map((node, index) => {
      const at = { x: x(data.across[index]), y: y(node.depth) };
      const name = svg("text", { class: "value" });
      // Beside the edge.
      const move = svg("text", { class: "move", x: 5, y: -TALL - 5 }, node.name ?? "");
      const group = svg("g", { class: "node", transform: `translate(${at.x} ${at.y})`, "data-node": index }, shape(node.side), move, name);
      let edge = null;
      if (node.parent !== null) {
        const from = { x: x(data.across[node.parent]), y: y(all[node.parent].depth) + TALL };
        const to = at.y - TALL;
        const middle = (from.y + to - 12) / 2;
        edge = svg("path", { class: "edge", d: `M${from.x} ${from.y}C${from.x} ${middle} ${at.x} ${middle} ${at.x} ${to - 12}V${to}` });
        edges.append(edge);
      }
      nodes.append(group);
      return { group, edge, name, at, shown: null };
    });
  }

  function clear() {
    drawn = null;
    parts = [];
    edges.replaceChildren();
    nodes.replaceChildren();
  }

  /** Shows how things stand: for each node, whether it is there, its label and its fate. */
  function show(states, { current, line, picked = null }) {
    states.forEach((state, index) => {
      const part = parts[index];
      const onLine = line.has(index);
      const key = `${state.born}|${state.fate}|${state.label?.text}|${state.visits > 0}|${index === current}|${index === picked}|${onLine}`;
      if (part.shown === key) return;
      part.shown = key;
      const { group, edge, name } = part;
      group.setAttribute("class", ["node", state.born ? "" : "unborn", state.fate, state.visits ? "visited" : "", index === current ? "current" : "", index === picked ? "picked" : "", onLine ? "line" : ""].filter(Boolean).join(" "));
      group.dataset.tone = tone(state.label);
      write(name, state.fate === "refuted" ? "✕" : state.label?.text ?? "");
      edge?.setAttribute("class", ["edge", state.born ? "" : "unborn", state.fate, index === current ? "current" : "", onLine ? "line" : ""].filter(Boolean).join(" "));
    });
  }

  function place(calm = true) {
    keepInSight();
    world.style.transition = calm && !still() ? "transform 220ms ease-out" : "none";
    world.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`;
    sheet.classList.toggle("far", camera.scale < FAR);
    // Words shrink less than the tree, as far as its boxes have room for them.
    sheet.style.setProperty("--grow", Math.max(1, Math.min(1.5, 0.75 / camera.scale)));
    sheet.style.setProperty("--far-grow", Math.max(1, 0.9 / camera.scale));
  }

  /** Some of the tree stays in its frame. */
  function keepInSight() {
    if (!drawn) return;
    const { width, height } = frame();
    const across = x(drawn.width) * camera.scale;
    const down = y(Math.max(...drawn.recording.nodes.map(({ depth }) => depth))) * camera.scale;
    sheet.classList.toggle("whole", down + camera.y < height && camera.y > -TALL);
    camera.x = Math.max(MARGIN - across, Math.min(width - MARGIN, camera.x));
    camera.y = Math.max(MARGIN - down, Math.min(height - MARGIN, camera.y));
  }

  const frame = () => sheet.getBoundingClientRect();

  /** Brings the whole tree into view, or those of its nodes that `isIn`; returns whether it can be read so. */
  function fit(isIn = () => true) {
    if (!drawn) return true;
    const { width, height } = frame();
    const places = parts.filter((_, index) => isIn(index)).map(({ at }) => at);
    const [left, right] = [Math.min, Math.max].map((most) => places.reduce((so, { x: across }) => most(so, across), places[0].x));
    const size = { x: right - left + 1.5 * COLUMN, y: places.reduce((so, { y: down }) => Math.max(so, down), 0) + 50 };
    const scale = Math.min(1.25, width / size.x, height / size.y);
    camera = { scale, x: (width - (left + right) * scale) / 2, y: Math.max(8, (height - size.y * scale) / 2) };
    place();
    return scale >= LEGIBLE;
  }

  /** Brings a node into view, in a size that can be read. */
  function follow(node) {
    const { width, height } = frame();
    const { at } = parts[node];
    const scale = Math.max(camera.scale, 0.8);
    const now = { x: at.x * camera.scale + camera.x, y: at.y * camera.scale + camera.y };
    const inside = scale === camera.scale && now.x > width * 0.15 && now.x < width * 0.85 && now.y > height * 0.12 && now.y < height * 0.85;
    if (inside) return;
    // Near the top, where there is room below for what grows from it.
    camera = { scale, x: width / 2 - at.x * scale, y: height * (node === 0 ? 0.1 : 0.35) - at.y * scale };
    place();
  }

  function zoom(factor, at) {
    const { width, height } = frame();
    const middle = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.max(0.02, Math.min(3, camera.scale * factor));
    const ratio = scale / camera.scale;
    camera = { scale, x: middle.x - (middle.x - camera.x) * ratio, y: middle.y - (middle.y - camera.y) * ratio };
    place(at === undefined);
  }

  /** The whole tree as a drawing of its own, with a title. */
  function picture(title) {
    const deepest = Math.max(...drawn.recording.nodes.map(({ depth }) => depth));
    const [before, far] = [world.style.transform, sheet.classList.contains("far")];
    world.style.transform = "none";
    sheet.classList.remove("far");
    const text = standalone(world, { x: -COLUMN / 2, y: -10, width: x(drawn.width) + COLUMN, height: y(deepest) + 60 }, title);
    world.style.transform = before;
    sheet.classList.toggle("far", far);
    return text;
  }

  // Without the key the wheel scrolls the page. Two fingers on a touchpad count as the key.
  sheet.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = frame();
    zoom(Math.exp(-event.deltaY / 420), { x: event.clientX - left, y: event.clientY - top });
  }, { passive: false });

  const fingers = new Map();
  let moved = 0;
  sheet.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = 0;
    sheet.setPointerCapture(event.pointerId);
  });
  sheet.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (fingers.size === 1) {
      camera.x += now.x - before.x;
      camera.y += now.y - before.y;
      place(false);
    } else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const { left, top } = frame();
      zoom(distance(now) / distance(before), { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top });
    }
    fingers.set(event.pointerId, now);
  });
  // Where the whole height of the tree is seen, a finger up or down scrolls the page.
  sheet.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  const lift = (event) => {
    if (fingers.delete(event.pointerId) && event.type === "pointerup" && moved < 5) {
      const group = document.elementFromPoint(event.clientX, event.clientY)?.closest(".node");
      if (group) onpick(Number(group.dataset.node));
    }
  };
  sheet.addEventListener("pointerup", lift);
  sheet.addEventListener("pointercancel", lift);
  sheet.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (step) {
      camera.x += step[0];
      camera.y += step[1];
      place();
    } else if (event.key === "+") zoom(1.3);
    else if (event.key === "-") zoom(1 / 1.3);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  });

  return { element: h("div", { class: "tree-frame" }, sheet), clear, load, show, fit, follow, zoom, picture };
}
