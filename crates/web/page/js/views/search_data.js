// What the textbook draws beside the tree: the open and the closed list, the line from the root with
// its bounds, alpha and beta, proof numbers, visits and means.

import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { TAKEN } from "../replay.js";
import { infinite } from "./recorded.js";

/** Searches that take the next node from a list; the others follow one line at a time. */
export const FROM_A_LIST = ["bfs", "uniform-cost", "greedy", "a*", "weighted-a*", "bidirectional"];
/** The most rows of a table. */
const MAX_ROWS = 9;

const cell = (text) => h("td", {}, text ?? "");

function table(title, columns, rows, more = 0) {
  return h("table", { class: "data" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))),
    h("tbody", {}, rows.map(({ head, cells, current, isNext }) =>
      h("tr", { class: current ? "current" : null }, h("th", { scope: "row" }, isNext && [h("span", { "aria-hidden": "true" }, "→ "), h("span", { class: "unseen" }, `${t("data.next")} `)], head), cells.map(cell))),
    more > 0 && h("tr", {}, h("th", { scope: "row" }, "…"), h("td", { colspan: columns.length - 1 }, t("data.more", { more: number(more) })))));
}

/** The columns for labels of this kind: their names, and what a label says in each. */
function columnsOf(labels) {
  const some = labels.find(Boolean);
  if (!some) return null;
  if (some.spent !== undefined) {
    const hasHeuristic = labels.some((label) => label && label.left !== null && label.left !== undefined);
    return hasHeuristic
      ? { names: ["g", "h", "f = g + h"], of: (label) => label ? [number(label.spent), infinite(label.left), label.left === null ? "∞" : number(label.spent + label.left)] : ["", "", ""] }
      : { names: ["g"], of: (label) => [label ? number(label.spent) : ""] };
  }
  if (labels.some((label) => label && "proof" in label)) {
    return { names: [t("data.proof"), t("data.disproof")], of: (label) => label && "proof" in label ? [infinite(label.proof), infinite(label.disproof)] : [label?.text ?? "", ""] };
  }
  if (labels.some((label) => label?.mean !== undefined)) {
    return { names: [t("data.mean"), t("data.visits")], of: (label) => label?.mean !== undefined ? [number(label.mean, { maximumFractionDigits: 2 }), label.samples === null ? "" : number(label.samples)] : [label?.text ?? "", ""] };
  }
  return { names: [t("data.value")], of: (label) => [label?.text ?? ""] };
}

/**
 * The tables for a step: `states` of the nodes, and the `node` that is looked at. The open list marks the
 * node that is taken `next`; unless it is `sorted`, it does not say which one that is.
 */
export function searchData({ nodes, heuristic }, states, node, algorithm, { sorted = true, next = null } = {}) {
  const place = (index) => nodes[index].name ?? t("search.root");
  const born = nodes.map((_, index) => index).filter((index) => states[index].born);
  const columns = columnsOf(born.map((index) => states[index].label)) ?? { names: [], of: () => [] };
  if (FROM_A_LIST.includes(algorithm)) {
    return [...lists(nodes, states, born, columns, node, algorithm, sorted, next), heuristic && h("p", { class: "help" }, t("data.heuristic", { heuristic }))];
  }

  const line = [];
  for (let at = node; at !== null && at !== undefined; at = nodes[at].parent) line.unshift(at);
  const hasWindows = born.some((index) => states[index].window);
  const ends = (index) => {
    if (!states[index].window) return ["", ""];
    const [low, high] = narrowed(states[index], nodes[index].side);
    return [low?.text ?? "−∞", high?.text ?? "+∞"];
  };
  const row = (index) => ({
    head: place(index), current: index === node,
    cells: [...(hasWindows ? ends(index) : []), ...columns.of(states[index].label)],
  });
  const names = [t("data.move"), ...(hasWindows ? ["α", "β"] : []), ...columns.names];
  const children = born.filter((index) => nodes[index].parent === node);
  return [
    table(t("data.line"), names, line.slice(-MAX_ROWS).map(row), Math.max(0, line.length - MAX_ROWS)),
    children.length > 0 && table(t("data.children", { where: place(node) }), names, children.slice(0, MAX_ROWS).map(row), Math.max(0, children.length - MAX_ROWS)),
  ];
}

/** Larger is better for the player at the root. */
function rank({ value, plies, estimate }) {
  switch (value) {
    case "win": return 1e9 - (plies ?? 0);
    case "loss": return (plies ?? 0) - 1e9;
    default: return estimate ?? 0;
  }
}

/** The window of a node by now: the value that its last visit has found so far moves one of its ends. */
function narrowed({ window: [low, high], label, isNew }, side) {
  if (!isNew || label?.value === undefined) return [low, high];
  const value = { ...label, text: label.plain };
  if (side === "max" && label.bound !== "upper" && (!low || rank(value) > rank(low))) return [value, high];
  if (side === "min" && label.bound !== "lower" && (!high || rank(value) < rank(high))) return [low, value];
  return [low, high];
}

/** Searches whose open list is a queue: first in, first out. */
const QUEUES = ["bfs", "bidirectional"];

/**
 * The open list in the order in which its nodes come, the newest first among equals, and whether a node
 * may come in place of another: of several with the least key any may be next, but of a queue only the
 * first.
 */
export function openList(nodes, states, algorithm) {
  const isQueue = QUEUES.includes(algorithm);
  const key = (index) => {
    const { spent = 0, left = 0 } = states[index].label ?? {};
    switch (algorithm) {
      case "greedy": return left ?? Infinity;
      case "a*": return spent + (left ?? Infinity);
      case "uniform-cost": return spent;
      default: return isQueue ? states[nodes[index].parent]?.settled ?? -1 : 0;
    }
  };
  // A node whose key is not told yet is not in the list yet.
  const isIn = ({ born, fate, visits, label }) => born && fate === "open" && visits > 0 && (isQueue || label !== null);
  const open = nodes.map((_, index) => index).filter((index) => isIn(states[index]));
  open.sort((one, other) => key(one) - key(other) || (isQueue ? one - other : other - one));
  const isAsGood = (one, other) => one === other || (!isQueue && algorithm !== "weighted-a*" && key(one) === key(other));
  return { open, key, isAsGood };
}

/** The moves from the root to a node, the last ones where there are many. */
export function pathTo(nodes, index, between = " ") {
  const moves = [];
  for (let at = index; at !== null && nodes[at].parent !== null; at = nodes[at].parent) moves.unshift(nodes[at].name);
  return moves.length > 0 ? (moves.length > 5 ? ["…", ...moves.slice(-5)] : moves).join(between) : t("search.root");
}

/** The open list, and the closed list with the last one first. */
function lists(nodes, states, born, columns, node, algorithm, sorted, next) {
  const row = (index) => ({ head: pathTo(nodes, index), current: index === node, isNext: index === next, cells: columns.of(states[index].label) });
  const { open } = openList(nodes, states, algorithm);
  // The weight of weighted A* is not told here: what comes next is first whatever its key.
  if (open.includes(next)) open.unshift(...open.splice(open.indexOf(next), 1));
  const shown = open.slice(0, MAX_ROWS);
  if (!sorted) shown.sort((one, other) => one - other);
  const closed = born.filter((index) => TAKEN.includes(states[index].fate)).sort((one, other) => states[other].settled - states[one].settled);
  const names = [t("data.moves"), ...columns.names];
  return [
    table(t("data.open", { nodes: open.length }), names, shown.map(row), Math.max(0, open.length - MAX_ROWS)),
    table(t("data.closed", { nodes: closed.length }), names, closed.slice(0, MAX_ROWS).map(row), Math.max(0, closed.length - MAX_ROWS)),
  ];
}
