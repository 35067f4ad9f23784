// What is particular to each game for two: its board, and how a game is set up.

import { gameNamed } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { entry, menu, segmented } from "../widgets.js";
import { cardMenu } from "./cards.js";
import { driverMoves } from "./judgement.js";
import { lead, leadOf, plainSetup } from "./parts.js";

/** A game without settings: its first position, or another one. */
const plain = (game) => (asked) => {
  let { position } = asked;
  return {
    at: () => ({ game, position: position || undefined }),
    params: () => ({ position }),
    place: (text) => { position = text; },
    elements: [], ready: Promise.resolve(),
  };
};

/** A choice of the board's size. */
const sized = (game, sizes, otherwise) => (asked, begin) => {
  let size = sizes.includes(asked.size) ? asked.size : remembered(`${game}.size`, otherwise);
  let { position } = asked;
  const at = () => ({ game, settings: { size }, position: position || undefined });
  const choose = (to) => {
    size = to;
    position = undefined;
    remember(`${game}.size`, to);
    begin(at());
  };
  const params = () => ({ size, position });
  const place = (text) => { position = text; };
  return { at, params, place, elements: [segmented(t("size"), sizes.map((one) => [one, one.replace("x", " × ")]), size, choose)], ready: Promise.resolve() };
};

/** The Nim family: the rules, then the heaps. */
const NIMS = {
  "simple-nim": { game: "simple-nim", heaps: "15" },
  "nim": { game: "nim", heaps: "3-4-5" },
  "nim-misere": { game: "nim", settings: { rules: "misere" }, heaps: "3-4-5" },
  "grundy": { game: "grundy", heaps: "12" },
  "kayles": { game: "octal", settings: { code: "0.77" }, heaps: "12" },
};

function nim(asked, begin, catalogue) {
  const known = Object.keys(NIMS).filter((name) => gameNamed(catalogue, NIMS[name].game));
  let kind = [asked.kind, remembered("nim.kind", "nim"), "nim"].find((name) => known.includes(name)) ?? known[0];
  let heaps = asked.heaps ?? NIMS[kind].heaps;
  const at = () => ({ game: NIMS[kind].game, settings: NIMS[kind].settings ?? {}, position: heaps });
  const own = entry(t("nim.heaps"), { value: heaps, action: t("set"), hint: t("nim.heaps.hint") }, (text) => {
    heaps = text.replace(/[\s,]+/g, "-");
    begin(at());
  });
  const kinds = menu(t("nim.kind"), known.map((name) => [name, t(`nim.kind.${name}`)]), kind, (to) => {
    kind = to;
    heaps = NIMS[kind].heaps;
    own.set(heaps);
    remember("nim.kind", to);
    begin(at());
  });
  const params = () => ({ kind, heaps });
  const place = (text) => {
    heaps = text ?? NIMS[kind].heaps;
    own.set(heaps);
  };
  return { at, params, place, elements: [kinds, own], ready: Promise.resolve() };
}

function rocks(asked, begin) {
  let position = asked.position ?? null;
  const at = () => ({ game: "rush-hour-rocks", position });
  const holder = h("div", {});
  const ready = cardMenu(position, "rocks", (card) => { position = card; begin(at()); }).then(({ element, first }) => {
    position ??= first;
    replace(holder, element);
  });
  const place = (text) => { position = text ?? position; };
  return { at, params: () => ({ position }), place, elements: [holder], ready };
}

/** A game against rocks is told in the moves of the driver. */
const inDriverMoves = (plies) => ({ length: driverMoves(plies), unit: "moves" });

/** A car goes one cell at a time. */
async function traffic() {
  const { createTrafficBoard } = await import("../boards/traffic.js");
  return { board: (handlers) => createTrafficBoard({ ...handlers, single: () => true }) };
}

/** Boards are loaded where they are shown. */
const DUELS = {
  "nim": { setup: nim, load: async () => ({ board: (await import("../boards/nim.js")).createNimBoard, below: (await import("./nim_theory.js")).nimTheory }) },
  "tic-tac-toe": { load: async () => ({ board: (await import("../boards/tic_tac_toe.js")).createTicTacToeBoard }), setup: plain("tic-tac-toe"), perfect: () => true },
  "connect-four": { load: async () => ({ board: (await import("../boards/connect_four.js")).createConnectFourBoard }), setup: sized("connect-four", ["4x4", "5x4", "6x5", "7x6", "8x8", "9x7", "10x6"], "7x6"), perfect: ({ settings }) => ["4x4", "5x4"].includes(settings.size) },
  "breakthrough": { load: async () => ({ board: (await import("../boards/breakthrough.js")).createBreakthroughBoard }), setup: sized("breakthrough", ["2x10", "3x5", "4x5", "5x5", "6x6", "8x8"], "5x5"), perfect: ({ settings }) => ["2x10", "3x5"].includes(settings.size) },
  "rocks": { load: traffic, setup: rocks, opponents: ["lab"], count: inDriverMoves },
};

/** What the view of a game for two needs. */
export async function duelOf(path, catalogue) {
  if (path in DUELS) return { ...DUELS[path], ...await DUELS[path].load(), lead: () => lead(path) };
  const game = gameNamed(catalogue, path);
  const { createDrawnBoard } = await import("../boards/drawn.js");
  return { board: createDrawnBoard, setup: plainSetup(game), lead: () => leadOf(game) };
}
