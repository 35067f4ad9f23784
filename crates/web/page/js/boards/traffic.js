// Rush Hour's board: cars to drag, an exit, and perhaps a rock.

import { note } from "../announce.js";
import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { rove } from "../widgets.js";
import { paintValue } from "./values.js";

const STEADY = 6;

/** The cars of a board, and its size: `{ width, height, cars, walls, rock }`. */
export function parse(position) {
  const [board, rock] = position.split(" ");
  const rows = board.includes("/") ? board.split("/") : Array.from({ length: Math.round(Math.sqrt(board.length)) },
    (_, row, side = Math.round(Math.sqrt(board.length))) => board.slice(row * side, (row + 1) * side));
  const cars = new Map();
  const walls = [];
  rows.forEach((text, row) => [...text].forEach((sign, column) => {
    if (sign === "x") walls.push({ row, column });
    else if (/[A-Z]/.test(sign)) {
      const car = cars.get(sign) ?? { name: sign, row, column, length: 0, level: true };
      car.length += 1;
      if (row !== car.row) car.level = false;
      cars.set(sign, car);
    }
  }));
  const [rockRow, rockColumn] = rock && rock !== "-" ? rock.split("-").map(Number) : [];
  return {
    width: rows[0].length, height: rows.length, cars: [...cars.values()], walls,
    rock: rockRow === undefined ? null : { row: rockRow, column: rockColumn },
  };
}

/** How far a car can go: at most `back` cells left or up, `on` cells right or down. */
function room({ width, height, cars, walls, rock }, car) {
  const taken = new Set([...walls, ...(rock ? [rock] : [])].map(({ row, column }) => row * 16 + column));
  for (const other of cars) {
    if (other.name === car.name) continue;
    for (let i = 0; i < other.length; i += 1) taken.add(other.level ? other.row * 16 + other.column + i : (other.row + i) * 16 + other.column);
  }
  const free = (place) => {
    const [row, column] = car.level ? [car.row, place] : [place, car.column];
    return row >= 0 && column >= 0 && row < height && column < width && !taken.has(row * 16 + column);
  };
  const first = car.level ? car.column : car.row;
  let [back, on] = [0, 0];
  while (free(first - back - 1)) back += 1;
  while (free(first + car.length + on)) on += 1;
  return { back, on };
}

export const carMove = (name, by) => `${name}${by > 0 ? "+" : "-"}${Math.abs(by)}`;

const boulder = () => svg("svg", { viewBox: "0 0 100 100", class: "boulder", "aria-hidden": "true" },
  svg("path", { d: "M18 70 12 50 28 26 54 14 80 26 90 54 80 80 48 88Z" }),
  svg("path", { d: "M28 26 46 44 54 14M46 44 40 88M46 44 90 54", class: "edge" }));

/** `onmove(move)`; `single` if a car goes one cell at a time. */
export function createTrafficBoard({ onmove, single = () => false }) {
  const lot = h("div", { class: "lot", role: "group" });
  const element = h("div", { class: "traffic" }, lot, h("span", { class: "exit", "aria-hidden": "true" }));
  let buttons = new Map();
  let rock = null;
  let now = null;
  let board = null;
  let drag = null;
  let layout = "";

  function build() {
    buttons = new Map(board.cars.map((car) => [car.name, h("button", { type: "button", class: "car", "data-car": car.name },
      h("span", { class: "body" }, h("i", {}), h("b", {}, car.name)), h("span", { class: "mark back" }), h("span", { class: "mark on" }))]));
    rock = h("span", { class: "rock" }, boulder());
    replace(lot, board.walls.map(({ row, column }) => h("span", { class: "wall", vars: { "--x": column, "--y": row } })), [...buttons.values()], rock);
    element.style.setProperty("--columns", board.width);
    element.style.setProperty("--rows", board.height);
    const red = board.cars.find((car) => car.name === "A");
    element.style.setProperty("--exit", red?.row ?? 0);
  }

  function words(mv) {
    if (mv === "pass") return t("rocks.pass");
    const rock = mv.match(/^(\d+)-(\d+)$/);
    if (rock) return t("rocks.rock", { row: Number(rock[1]) + 1, column: Number(rock[2]) + 1 });
    const [, name, sign, by = "1"] = mv.match(/^([A-Z])([+-])(\d*)$/);
    const level = board?.cars.find((car) => car.name === name)?.level ?? true;
    const way = t(`way.${level ? (sign === "+" ? "right" : "left") : sign === "+" ? "down" : "up"}`);
    return t("rush-hour.move", { name, way, by: Number(by) });
  }

  function show(what) {
    now = what;
    board = parse(what.view.position);
    const plan = board.cars.map((car) => `${car.name}${car.length}${car.level}`).join() + board.walls.length;
    if (plan !== layout) { build(); layout = plan; }
    const { view, enabled, hint, values, last } = what;
    const driving = view.status.player !== "second";
    lot.setAttribute("aria-label", t("rush-hour.board", { width: board.width, height: board.height }));
    for (const car of board.cars) {
      const button = buttons.get(car.name);
      const { style, classList } = button;
      for (const [name, value] of Object.entries({ "--x": car.column, "--y": car.row, "--w": car.level ? car.length : 1, "--h": car.level ? 1 : car.length })) style.setProperty(name, value);
      style.setProperty("--hue", (car.name.charCodeAt(0) * 47) % 12);
      classList.toggle("level", car.level);
      classList.toggle("red", car.name === "A");
      classList.toggle("hinted", hint?.startsWith(car.name) ?? false);
      classList.toggle("last", last?.startsWith(car.name) ?? false);
      button.dataset.way = hint?.startsWith(car.name) ? (hint[1] === "+" ? "on" : "back") : "";
      const { back, on } = room(board, car);
      const free = enabled && driving && back + on > 0;
      button.tabIndex = free ? 0 : -1;
      classList.toggle("open", free);
      // A mark at each end of the car: what driving there is worth.
      const said = [["back", "-"], ["on", "+"]].map(([end, sign]) => {
        const told = paintValue(button.querySelector(`.mark.${end}`), values?.get(`${car.name}${sign}1`));
        return told && `${t(`way.${car.level ? (end === "on" ? "right" : "left") : end === "on" ? "down" : "up"}`)}: ${told}`;
      }).filter(Boolean).join(", ");
      const parts = [t(car.name === "A" ? "rush-hour.red" : "rush-hour.car", { name: car.name, row: car.row + 1, column: car.column + 1 }),
        t("rush-hour.room", car.level ? { ways: `${back} ${t("way.left")}, ${on} ${t("way.right")}` } : { ways: `${back} ${t("way.up")}, ${on} ${t("way.down")}` }), said];
      button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
    }
    rock.hidden = board.rock === null;
    if (board.rock) {
      if (rock.dataset.at !== `${board.rock.row}-${board.rock.column}`) {
        rock.dataset.at = `${board.rock.row}-${board.rock.column}`;
        rock.replaceChildren(boulder());
      }
      rock.style.setProperty("--x", board.rock.column);
      rock.style.setProperty("--y", board.rock.row);
    } else delete rock.dataset.at;
    spots();
  }

  /** Where the adversary may drop a rock. */
  function spots() {
    lot.querySelectorAll(".spot").forEach((spot) => spot.remove());
    const { view, enabled, hint, values } = now;
    if (view.status.player !== "second" || view.status.state !== "to-move") return;
    for (const mv of view.moves) {
      if (mv === "pass") continue;
      const [row, column] = mv.split("-");
      const spot = h("button", {
        type: "button", class: "spot", "data-cell": mv, disabled: !enabled, vars: { "--x": column, "--y": row }, onclick: () => onmove(mv),
      });
      spot.classList.toggle("hinted", mv === hint);
      const said = paintValue(spot, values?.get(mv));
      spot.setAttribute("aria-label", [words(mv), said].filter(Boolean).join(", "));
      lot.append(spot);
    }
    if (enabled) rove(lot, 1);
  }

  const carOf = (button) => board.cars.find((car) => car.name === button.dataset.car);

  lot.addEventListener("keydown", (event) => {
    const button = event.target.closest(".car");
    if (!button || !now.enabled) return;
    const car = carOf(button);
    const by = (car.level ? { ArrowRight: 1, ArrowLeft: -1 } : { ArrowDown: 1, ArrowUp: -1 })[event.key];
    if (!by) return;
    event.preventDefault();
    const { back, on } = room(board, car);
    if (by > 0 ? on > 0 : back > 0) onmove(carMove(car.name, by));
    buttons.get(car.name)?.focus();
  });

  lot.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".car");
    if (!button?.classList.contains("open") || event.button !== 0) return;
    const car = carOf(button);
    const limits = room(board, car);
    if (single()) { limits.back = Math.min(1, limits.back); limits.on = Math.min(1, limits.on); }
    const box = button.getBoundingClientRect();
    const cell = (car.level ? box.width : box.height) / car.length;
    drag = { car, button, limits, cell, start: car.level ? event.clientX : event.clientY, pointer: event.pointerId, by: 0 };
    button.setPointerCapture(event.pointerId);
    button.focus({ preventScroll: true });
    event.preventDefault();
  });

  lot.addEventListener("pointermove", (event) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    const way = (drag.car.level ? event.clientX : event.clientY) - drag.start;
    if (Math.abs(way) < STEADY && !drag.far) return;
    drag.far = true;
    drag.by = Math.max(-drag.limits.back, Math.min(drag.limits.on, way / drag.cell));
    drag.button.classList.add("dragged");
    drag.button.style.setProperty(drag.car.level ? "--dx" : "--dy", drag.by);
  });

  function drop(event) {
    if (!drag || drag.pointer !== event.pointerId) return;
    const { car, button, by, far, limits } = drag;
    drag = null;
    button.classList.remove("dragged");
    button.style.removeProperty("--dx");
    button.style.removeProperty("--dy");
    if (event.type !== "pointerup") return;
    // A click goes the only way there is.
    const cells = far ? Math.round(by) : limits.on > 0 && limits.back === 0 ? 1 : limits.back > 0 && limits.on === 0 ? -1 : 0;
    if (cells !== 0) onmove(carMove(car.name, cells));
    else if (!far) note(t("rush-hour.both"));
  }
  lot.addEventListener("pointerup", drop);
  lot.addEventListener("pointercancel", drop);

  return { element, show, words };
}
