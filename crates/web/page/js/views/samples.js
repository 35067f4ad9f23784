// Small positions to look at, and boards that show the positions of any game.

import { complain } from "../announce.js";
import { post } from "../api.js";
import { createBreakthroughBoard } from "../boards/breakthrough.js";
import { createConnectFourBoard } from "../boards/connect_four.js";
import { createNimBoard } from "../boards/nim.js";
import { createTaquinBoard, read } from "../boards/taquin.js";
import { createTicTacToeBoard } from "../boards/tic_tac_toe.js";
import { createTrafficBoard } from "../boards/traffic.js";
import { createDrawing } from "../drawing.js";
import { t } from "../i18n.js";

const still = { onmove() {}, onslide() {} };
const ordinary = (create) => () => {
  const board = create(still);
  return { element: board.element, show: (position) => board.show({ view: { position, moves: [], status: { state: "" } }, enabled: false, hint: null, values: null, last: null }) };
};
const tiles = () => {
  const board = createTaquinBoard(still);
  const goal = read("012345678");
  return { element: board.element, show: (position) => board.show({ tiles: read(position), width: 3, goal, locked: true }) };
};

/** Other games begin with their first position. */
const SAMPLES = {
  taquin: { position: "125374680", board: tiles },
  "rush-hour": { position: "............BAAC..B..C........DD....", board: ordinary(createTrafficBoard) },
  "tic-tac-toe": { position: "XX.OO....", board: ordinary(createTicTacToeBoard) },
  "simple-nim": { position: "6", board: ordinary(createNimBoard) },
  nim: { position: "1-2-2", board: ordinary(createNimBoard) },
  "connect-four": { settings: { size: "4x4" }, position: "121233", board: ordinary(createConnectFourBoard), depth: 4 },
  breakthrough: { settings: { size: "3x4" }, position: "3/ppp/PPP/3 w", board: ordinary(createBreakthroughBoard), depth: 4 },
};

/** No limit of depth. */
export const DEEPEST = 10;
/** The depth for a game without a sample. */
const USUAL_DEPTH = 3;

/** The board of any game: its drawing, which the back end makes. */
export const drawnBoard = (at, signal) => () => {
  const drawing = createDrawing(still);
  let wanted = null;
  const show = async (position) => {
    wanted = position;
    try {
      const { svg } = await post("position", { ...at, position, svg: true }, signal);
      if (wanted === position) drawing.show(svg, { label: t("game.position", { position }) });
    } catch (error) {
      complain(error);
    }
  };
  return { element: drawing.element, show };
};

/** A position of the game with its settings, a depth to look ahead, and `board()`, which makes a board for it. */
export function sampleOf(name, signal) {
  const sample = SAMPLES[name] ?? { depth: USUAL_DEPTH };
  return { depth: DEEPEST, ...sample, board: sample.board ?? drawnBoard({ game: name, settings: sample.settings }, signal) };
}

/** The algorithms of a game whose trees can be shown. */
export const recordedOf = (game) => game.algorithms.filter((one) => one.recorded);
