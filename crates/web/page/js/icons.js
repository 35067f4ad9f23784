// Small pictures, drawn on a grid of 24.

import { svg } from "./dom.js";

const line = (d) => svg("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round" });
const dot = (cx, cy, r, hollow) => svg("circle", { cx, cy, r, fill: hollow ? "none" : "currentColor", stroke: "currentColor", "stroke-width": 1.7 });
const box = (x, y, width, height, full) =>
  svg("rect", { x, y, width, height, rx: 1.6, fill: full ? "currentColor" : "none", stroke: "currentColor", "stroke-width": 1.6 });

const PICTURES = {
  taquin: () => [box(4, 4, 7, 7), box(13, 4, 7, 7, true), box(4, 13, 7, 7, true)],
  "rush-hour": () => [box(3, 9, 11, 6, true), line("M17 12h4m-2-2 2 2-2 2"), line("M3 5h18M3 19h18")],
  rocks: () => [box(3, 13, 9, 6, true), line("m14.5 12 2-5 4-1 1.5 5-3 4z")],
  grid: () => [line("M4 19V5h16v14z"), box(9, 5, 3, 9, true), dot(6.5, 16, 1.2), line("M8.5 17.5c3 1 5 0 6-3l1.5-5")],
  sokoban: () => [box(4, 13, 7, 7, true), dot(16.5, 8, 3), line("M12 16.5h8m-2.5-2.5 2.5 2.5-2.5 2.5")],
  nim: () => [dot(6, 18, 2, false), dot(12, 18, 2, false), dot(12, 12, 2, false), dot(18, 18, 2, false), dot(18, 12, 2, false), dot(18, 6, 2, false)],
  "tic-tac-toe": () => [line("M9 4v16M15 4v16M4 9h16M4 15h16")],
  "connect-four": () => [dot(6, 18, 2.4), dot(12, 18, 2.4, true), dot(12, 12, 2.4), dot(18, 18, 2.4), dot(18, 12, 2.4, true), dot(18, 6, 2.4, true)],
  breakthrough: () => [line("M12 21V4m0 0-4 4.5M12 4l4 4.5"), line("M5 13v6M19 13v6")],
  alone: () => [box(4, 4, 16, 16), dot(12, 12, 2.5)],
  two: () => [box(4, 4, 16, 16), dot(9, 12, 2.2), dot(15, 12, 2.2, true)],
  search: () => [dot(12, 5, 2), dot(6, 13, 2), dot(18, 13, 2, true), dot(3.5, 20.5, 1.5), dot(9, 20.5, 1.5, true), line("M11 6.8 7 11.3M13 6.8l4 4.5M5.3 14.9 4 19M6.8 14.9 8.4 19")],
  compare: () => [line("M4 20V4M4 20h17"), box(7.5, 12, 3, 8, true), box(12.5, 7, 3, 13), box(17.5, 15, 3, 5, true)],
  race: () => [line("M5 21V4m0 0h14l-3 4 3 4H5"), line("M9 4v8M13 4v8M5 8h12")],
  replay: () => [box(4, 4, 16, 16), line("M9 8v8M16 8l-5 4 5 4z")],
  lessons: () => [line("M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1z"), line("M12 6v14")],
  first: () => [line("M6 5v14M18 6l-8 6 8 6z")],
  back: () => [line("m15 6-7 6 7 6")],
  on: () => [line("m9 6 7 6-7 6")],
  last: () => [line("M18 5v14M6 6l8 6-8 6z")],
  light: () => [dot(12, 12, 4), line("M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M18.4 5.6l-1 1M6.6 17.4l-1 1")],
  dark: () => [line("M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z")],
  auto: () => [dot(12, 12, 8, true), svg("path", { d: "M12 4a8 8 0 0 1 0 16z", fill: "currentColor" })],
};

export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, PICTURES[name]());
}
