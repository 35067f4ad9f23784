// What is particular to each game for two: its board, and how a game is set up.

import { addressOf } from "../address.js";
import { gameNamed, writeSettings } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { pathFor } from "../shelf.js";
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

/** A choice of the board's size, or the size that the address asks for. */
const sized = (game, sizes, otherwise) => (asked, begin) => {
  let size = asked.size ?? remembered(`${game}.size`, otherwise);
  const offered = [...new Set([...sizes, size])];
  let { position } = asked;
  let isChosen = false;
  const at = () => ({ game, settings: { size }, position: position || undefined });
  const choose = (to) => {
    size = to;
    position = undefined;
    isChosen = true;
    begin(at());
  };
  const params = () => ({ size, position });
  const choice = segmented(t("size"), offered.map((one) => [one, one.replace("x", " × ")]), size, choose);
  const place = (text, settings = { size }) => {
    [position, size] = [text, settings.size ?? otherwise];
    choice.set(size);
    isChosen = false;
  };
  // A size that is refused is not offered again.
  const began = () => { if (isChosen) remember(`${game}.size`, size); };
  return { at, params, place, began, elements: [choice], ready: Promise.resolve() };
};

/** The Nim family: the rules, then the heaps. */
const NIMS = {
  "simple-nim": { game: "simple-nim", settings: { rules: "misere", take: "1-3" }, heaps: "15" },
  "nim": { game: "nim", settings: { rules: "normal", take: "any" }, heaps: "3-4-5" },
  "nim-misere": { game: "nim", settings: { rules: "misere", take: "any" }, heaps: "3-4-5" },
  "grundy": { game: "grundy", settings: { rules: "normal" }, heaps: "12" },
  "kayles": { game: "octal", settings: { code: "0.77", rules: "normal" }, heaps: "12" },
};

function nim(asked, begin, catalogue) {
  const known = Object.keys(NIMS).filter((name) => gameNamed(catalogue, NIMS[name].game));
  let kind = [asked.kind, remembered("nim.kind", "nim"), "nim"].find((name) => known.includes(name)) ?? known[0];
  let heaps = asked.heaps ?? NIMS[kind].heaps;
  let isChosen = false;
  const at = () => ({ game: NIMS[kind].game, settings: NIMS[kind].settings, position: heaps });
  const own = entry(t("nim.heaps"), { value: heaps, action: t("set"), hint: t("nim.heaps.hint") }, (text) => {
    heaps = text.replace(/[\s,]+/g, "-");
    begin(at());
  });
  const kinds = menu(t("nim.kind"), known.map((name) => [name, t(`nim.kind.${name}`)]), kind, (to) => {
    kind = to;
    heaps = NIMS[kind].heaps;
    own.set(heaps);
    isChosen = true;
    begin(at());
  });
  const params = () => ({ kind, heaps });
  const place = (text, settings) => {
    kind = known.find((name) => writeSettings(NIMS[name].settings) === writeSettings(settings)) ?? kind;
    heaps = text ?? NIMS[kind].heaps;
    kinds.set(kind);
    own.set(heaps);
    isChosen = false;
  };
  const began = () => { if (isChosen) remember("nim.kind", kind); };
  return { at, params, place, began, elements: [kinds, own], ready: Promise.resolve() };
}

/** The same position in an address; null if none of the rules that are offered are those of its game. */
function nimParams({ game, settings, position }) {
  const isSame = (one) => one.game === game && writeSettings(one.settings) === writeSettings(settings);
  const kind = Object.keys(NIMS).find((name) => isSame(NIMS[name]));
  return kind ? { kind, heaps: position } : null;
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
  "nim": { setup: nim, params: nimParams, load: async () => ({ board: (await import("../boards/nim.js")).createNimBoard, below: (await import("./nim_theory.js")).nimTheory }) },
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

/** The address where a game is played on from a position after these moves; null if no view has its rules. */
export function playAddress({ game, settings, position }, moves) {
  const path = pathFor(game);
  const params = DUELS[path]?.params?.({ game, settings, position });
  return params === null ? null : addressOf(path, { ...(params ?? { ...settings, position }), moves: moves.join(" ") });
}
