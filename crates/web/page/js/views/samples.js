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

const still = { onmove() {} };
const ordinary = (create) => () => {
  const board = create(still);
  return { element: board.element, show: (position, last = null) => board.show({ view: { position, moves: [], status: { state: "" } }, enabled: false, hint: null, values: null, last }) };
};
const tiles = ({ size, goal = "blank-first" }) => {
  const board = createTaquinBoard(still);
  const show = (position) => {
    const cells = read(position).length;
    const side = Math.round(Math.sqrt(cells));
    const inOrder = [...Array(cells).keys()];
    const goals = { "blank-first": inOrder.join(" "), "blank-last": [...inOrder.slice(1), 0].join(" ") };
    const settings = { size: size ?? `${side}x${side}`, goal: goals[goal] ?? goal };
    board.show({ view: { position, settings, status: { state: "" } }, enabled: false, hint: null });
  };
  return { element: board.element, show };
};

/** The boards of the page's own, by game: each made from the settings. */
const BOARDS = {
  taquin: tiles,
  "rush-hour": ordinary(createTrafficBoard),
  "tic-tac-toe": ordinary(createTicTacToeBoard),
  "simple-nim": ordinary(createNimBoard),
  nim: ordinary(createNimBoard),
  "connect-four": ordinary(createConnectFourBoard),
  breakthrough: ordinary(createBreakthroughBoard),
};

/** Other games begin with their first position. */
const SAMPLES = {
  taquin: { position: "125374680" },
  "rush-hour": { position: "............BAAC..B..C........DD...." },
  grid: { settings: { directions: "4" } },
  "tic-tac-toe": { position: "XX.OO...." },
  "simple-nim": { position: "6" },
  nim: { position: "1-2-2" },
  "connect-four": { settings: { size: "4x4" }, position: "121233", depth: 4 },
  breakthrough: { settings: { size: "3x4" }, position: "3/ppp/PPP/3 w", depth: 4 },
};

/** No limit of depth. */
export const DEEPEST = 10;
/** The depth for a game without a sample. */
const USUAL_DEPTH = 3;

/** The board of any game: its drawing, which the back end makes. */
function drawnBoard(at, signal) {
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
}

/** A board to look at, for a game with these settings. */
export const boardOf = ({ game, settings = {} }, signal) => BOARDS[game]?.(settings) ?? drawnBoard({ game, settings }, signal);

/** A position of the game with its settings, and a depth to look ahead. */
export const sampleOf = ({ name }) => ({ depth: DEEPEST, ...(SAMPLES[name] ?? { depth: USUAL_DEPTH }) });

/** The algorithms of a game whose trees can be shown. */
export const recordedOf = (game) => game.algorithms.filter((one) => one.recorded);
