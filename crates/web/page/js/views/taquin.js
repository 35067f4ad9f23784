// The taquin: shuffle, play, take a hint, give up.

import { address, keeper, movesOf } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort, post, seed } from "../api.js";
import { createTaquinBoard, direction, read, slide, write } from "../boards/taquin.js";
import { h, replace } from "../dom.js";
import { duration, number, t } from "../i18n.js";
import { createLine } from "../line.js";
import { createRecord, createSteps } from "../steps.js";
import { remember, remembered } from "../store.js";
import { button, entry, figure, menu, more, segmented, slider, whileBusy } from "../widgets.js";
import { editorOf } from "./editor.js";
import { dock, helpOn, insideLinks, lead, startLinks } from "./parts.js";
import { sharing } from "./share.js";
import { giveUp, stopGiving } from "./solution.js";

const SIZES = ["3x3", "4x3", "4x4"];
/** The largest distance on 3×3; other boards are shuffled by random moves. */
const FARTHEST = 31;
/** The random moves that make the first board. */
const FIRST_WALK = 60;
/** As many random moves stand for a position drawn from all. */
const ANY = 120;

export function open({ catalogue, signal }) {
  const asked = address();
  const game = {
    size: SIZES.includes(asked.size) ? asked.size : remembered("taquin.size", "3x3"),
    goal: ["blank-first", "blank-last"].includes(asked.goal) ? asked.goal : remembered("taquin.goal", "blank-first"),
    goalTiles: [], line: createLine([], slide), optimum: null, hint: null,
    /** Ends the animation that gives up, and after how many moves the program took over. */
    giving: null, gaveUp: Infinity,
  };
  const start = () => game.line.positions[0];
  const level = { "3x3": remembered("taquin.distance", 18), other: remembered("taquin.walk", 40) };
  let speed = remembered("taquin.speed", 5);
  const width = () => Number(game.size.split("x")[0]);
  const at = (tiles) => ({
    game: "taquin", settings: { size: game.size, goal: game.goal }, position: tiles && write(tiles),
  });
  const solved = () => game.line.here().every((tile, cell) => tile === game.goalTiles[cell]);

  const board = createTaquinBoard({ onslide: async (tiles) => { for (const tile of tiles) await play(tile); } });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const figures = { moves: figure(t("moves"), "0"), optimum: figure(t("optimum")), left: figure(t("left")) };
  const steps = createSteps({ go: step });
  const record = createRecord({ go: step, empty: t("record.empty") });
  const row = steps.row();
  for (const one of [row, record]) steps.listen(one);
  const buttons = {
    shuffle: button(t("shuffle"), () => shuffle(), { id: "shuffle" }),
    hint: button(t("hint"), hint, { kind: "primary", id: "hint", disabled: true }),
    giveUp: button(t("give-up"), () => giveUp(game, { signal, speed: () => speed, look, go, paint, tell }), { id: "give-up", disabled: true }),
    /** In place of those two when the board is solved. */
    next: button(t("shuffle"), () => shuffle(), { kind: "primary", id: "next", hidden: true }),
    undo: button(t("undo"), undo, { id: "undo", disabled: true }),
    restart: button(t("restart"), () => step(0), { id: "restart", kind: "quiet", disabled: true }),
  };
  const difficulty = h("div", {});
  const aimed = h("p", { class: "caption" });
  const own = entry(t("taquin.own"), { action: t("set"), hint: t("taquin.own.hint") }, place);

  function paint() {
    const over = solved();
    const { line } = game;
    const [ply, tiles] = [line.ply(), line.here()];
    inside.set(at(tiles));
    board.show({
      tiles, width: width(), goal: game.goalTiles, hint: game.hint,
      locked: game.giving !== null || over, solved: over && ply > 0,
    });
    aimed.textContent = t("taquin.aim", { goal: t(`taquin.goal.${game.goal}`) });
    figures.moves.set(number(ply));
    figures.optimum.set(game.optimum === null ? "…" : game.optimum === undefined ? "–" : (game.optimum.proved ? "" : "≤ ") + number(game.optimum.length));
    figures.left.set(over ? "0" : (game.hint !== null || game.giving || ply >= game.gaveUp) && line.plan() ? number(line.plan().length) : "?");
    record.show(line.moves, ply);
    steps.show(ply, line.moves.length);
    row.hidden = line.moves.length === 0;
    const busy = game.giving !== null;
    buttons.hint.hidden = buttons.giveUp.hidden = over;
    buttons.next.hidden = !over;
    buttons.hint.disabled = busy || over;
    buttons.hint.textContent = t(game.hint === null ? "hint" : "hint.play");
    buttons.giveUp.disabled = over;
    buttons.giveUp.textContent = t(busy ? "stop" : "give-up");
    buttons.undo.disabled = buttons.restart.disabled = busy || ply === 0;
    buttons.shuffle.disabled = busy;
  }

  const params = () => ({
    size: game.size, goal: game.goal, position: start().length > 0 ? write(start()) : null, moves: game.line.made().join(" "),
  });
  const kept = keeper("taquin", params, signal);
  let latest = null;

  /** Starts from a position on paper. */
  function place(text) {
    try {
      return begin(read(text), true);
    } catch (error) {
      complain(error);
      return null;
    }
  }

  function tell(text, kind = "", small = null) {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text), small && h("small", {}, small));
    say(small ? `${text} ${small}` : text);
  }

  /** Slides a tile that is beside the blank. */
  async function play(tile) {
    const { line } = game;
    const [ply, isAgain] = [line.ply(), line.moves[line.ply()] === tile];
    if (!await line.play(tile)) return;
    // What is made in place of the program's moves is the player's own.
    if (!isAgain && ply <= game.gaveUp) game.gaveUp = Infinity;
    arrived(t("taquin.slid", { tile }));
  }

  /** Goes to the position after so many moves; returns whether it is on the board. */
  async function go(to, words = null) {
    const { line } = game;
    if (!await line.go(to)) return false;
    const ply = line.ply();
    arrived(words ?? (ply === 0 ? t("taquin.again") : t("stepped", { ply, moves: line.moves.length, move: line.moves[ply - 1] })));
    return true;
  }

  /** The same when the player asks for it. */
  function step(to, words) {
    stopGiving(game);
    return go(to, words);
  }

  /** Other tiles of the line are on the board. */
  function arrived(words) {
    game.hint = null;
    kept.later();
    if (solved()) congratulate();
    else if (!game.giving) tell(words);
    paint();
  }

  function congratulate() {
    const [moves, optimum] = [game.line.ply(), game.optimum?.length];
    if (moves > game.gaveUp) tell(t("taquin.solved.for-you"), "good", t("taquin.solved.moves", { moves }));
    else if (optimum === undefined) tell(t("taquin.solved", { moves }), "good");
    else if (moves === optimum) tell(t("taquin.solved.best", { moves }), "good");
    else tell(t("taquin.solved", { moves }), "good", t("taquin.solved.optimum", { optimum }));
  }

  function undo() {
    const ply = game.line.ply();
    step(ply - 1, t("taquin.undone", { tile: game.line.moves[ply - 1] }));
  }

  const shuffle = () => whileBusy(buttons.shuffle, () =>
    deal(game.size === "3x3" ? { distance: level["3x3"] } : level.other >= ANY ? {} : { walk: level.other }));

  async function deal(how, { fresh = true } = {}) {
    const mine = latest = {};
    const view = await post("shuffle", { at: at(), seed: seed(), ...how }, signal);
    if (latest === mine) await begin(read(view.position), false, { fresh });
  }

  /** The first board comes at once: to measure distances would take a look at all positions. */
  const first = () => deal({ walk: FIRST_WALK }, { fresh: false }).catch(complain);

  /** Starts from these tiles, once the server has agreed that they are a position. */
  async function begin(tiles, check, { moves = [], fresh = true } = {}) {
    const mine = latest = {};
    try {
      stopGiving(game);
      const view = await post("position", at(check ? tiles : undefined), signal);
      if (latest !== mine) return;
      const goalTiles = read(view.facts.goal);
      Object.assign(game, { goalTiles, line: createLine(tiles, slide), optimum: null, hint: null, gaveUp: Infinity });
      own.set(write(tiles));
      editor.renew();
      kept.now({ fresh });
      tell(t("taquin.begin"));
      for (const tile of moves.map(Number)) {
        if (!direction(game.line.here(), width(), tile)) break;
        await game.line.play(tile);
      }
      if (moves.length > 0) tell(t("resumed"));
      kept.now();
      paint();
      if (fresh) board.element.scrollIntoView({ block: "nearest" });
      await look(tiles);
      if (latest === mine && moves.length > 0 && solved()) congratulate();
    } catch (error) {
      if (isAbort(error) || latest !== mine) return;
      complain(error);
      if (start().length === 0) first();
      else paint();
    }
  }

  /** Finds a shortest way from these tiles, by default from where they stand; returns what the search said. */
  async function look(tiles = game.line.here()) {
    const { line } = game;
    const report = await post("hint", { at: at(tiles) }, signal);
    const isSolved = report.outcome === "solved";
    if (line === game.line && report.outcome === "unsolvable") tell(t("taquin.unsolvable"), "bad", t("taquin.unsolvable.why"));
    if (tiles === start()) game.optimum = isSolved ? { length: report.length, proved: report.optimal } : undefined;
    if (isSolved && line.positions.includes(tiles)) line.found(report.moves.map(Number), line.positions.indexOf(tiles));
    paint();
    return report;
  }

  function hint() {
    if (game.hint !== null) return play(game.hint);
    return whileBusy(buttons.hint, async () => {
      const report = game.line.plan() ? null : await look();
      const plan = game.line.plan();
      if (!plan?.length) return;
      [game.hint] = plan;
      const way = t(`way.${direction(game.line.here(), width(), game.hint)}`);
      const small = report && t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) });
      tell(t("taquin.hint", { tile: game.hint, way, left: plan.length }), "hint", small);
      paint();
    });
  }

  function paintDifficulty() {
    const small = game.size === "3x3";
    const options = small
      ? { min: 1, max: FARTHEST, value: level["3x3"], words: (moves) => t("taquin.distance", { moves }) }
      : { min: 5, max: ANY, step: 5, value: level.other, words: (steps) => steps >= ANY ? t("taquin.any") : t("taquin.walk", { steps }) };
    replace(difficulty, slider(t("difficulty"), options, (value) => {
      level[small ? "3x3" : "other"] = value;
      remember(small ? "taquin.distance" : "taquin.walk", value);
    }));
  }

  function resize(size) {
    game.size = size;
    remember("taquin.size", size);
    paintDifficulty();
    shuffle();
  }

  function aim(goal) {
    game.goal = goal;
    remember("taquin.goal", goal);
    shuffle();
  }

  paintDifficulty();
  const inside = insideLinks(catalogue);
  const editor = editorOf("taquin", { position: () => write(game.line.here()), place, width });
  if (asked.position) begin(read(asked.position), true, { moves: movesOf(asked.moves), fresh: false });
  else first();
  return h("div", { class: "view taquin-view" },
    lead("taquin"),
    startLinks(),
    h("div", { class: "table" },
      h("div", { class: "stage" }, board.element, aimed, helpOn("taquin")),
      h("div", { class: "side" },
        dock(h("section", { class: "ledger actions", "aria-label": t("actions") },
          h("dl", { class: "figures" }, figures.moves, figures.optimum, figures.left),
          counsel,
          h("div", { class: "buttons" }, buttons.hint, buttons.giveUp, buttons.next, buttons.undo, buttons.restart), row), board.element, signal),
        h("section", { class: "ledger", "aria-label": t("ledger") },
        h("div", {}, h("small", {}, t("record")), record),
        slider(t("speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) },
          (value) => { speed = value; remember("taquin.speed", value); }),
        segmented(t("size"), SIZES.map((size) => [size, size.replace("x", " × ")]), game.size, resize),
        menu(t("taquin.goal"), [["blank-first", t("taquin.goal.blank-first")], ["blank-last", t("taquin.goal.blank-last")]], game.goal, aim),
        difficulty,
        buttons.shuffle,
        more(t("taquin.more"), own),
        editor,
        inside,
        sharing({ path: "taquin", params, place, name: () => "taquin", board: () => at(game.line.here()) })))));
}
