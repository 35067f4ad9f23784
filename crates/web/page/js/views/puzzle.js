// A puzzle: play, take a hint, give up.

import { address, keeper, movesOf } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort, post } from "../api.js";
import { h, replace } from "../dom.js";
import { duration, maybe, number, t } from "../i18n.js";
import { createLine } from "../line.js";
import { createRecord, createSteps } from "../steps.js";
import { remember, remembered } from "../store.js";
import { button, figure, more, slider, whileBusy } from "../widgets.js";
import { editorOf } from "./editor.js";
import { dock, helpOn, insideLinks, leadOf } from "./parts.js";
import { puzzleOf } from "./puzzles.js";
import { sharing } from "./share.js";
import { giveUp, stopGiving } from "./solution.js";

export function open({ path, catalogue, signal }) {
  const puzzle = puzzleOf(path, catalogue);
  /** The puzzle's own words, or those for any. */
  const own = (name, values) => t(maybe(`${path}.${name}`) ? `${path}.${name}` : `puzzle.${name}`, values);
  let speed = remembered(`${path}.speed`, 5);
  /** `gaveUp` is after how many moves the program took over. */
  const game = { at: null, line: null, optimum: null, hint: null, giving: null, gaveUp: Infinity };
  const view = () => game.line?.here();
  const solved = () => view().status.state === "solved";
  const here = () => ({ ...game.at, position: view().position });
  /** What the moves so far have cost. */
  const spent = () => game.line.made().reduce((sum, mv, index) => {
    const { moves, costs } = game.line.positions[index];
    return sum + (costs[moves.indexOf(mv)] ?? 1);
  }, 0);
  /** Whether moves do not all cost 1 here, so that costs are compared and not numbers of moves. */
  const isPriced = () => game.line.positions.some(({ costs }) => costs.length > 0) || game.optimum?.unitCosts === false;

  const board = puzzle.board({ onmove: (mv) => make(mv), onedit: (position) => place(position) });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const figures = { moves: figure(t("moves"), "0"), cost: figure(t("cost"), "0"), optimum: figure(t("optimum")), left: figure(t("left")) };
  const steps = createSteps({ go: step });
  const record = createRecord({ go: step, empty: t("record.empty") });
  const row = steps.row();
  for (const one of [row, record]) steps.listen(one);
  const buttons = {
    hint: button(t("hint"), hint, { kind: "primary", id: "hint", disabled: true }),
    giveUp: button(t("give-up"), () => giveUp(game, { signal, speed: () => speed, look, go, paint, tell }), { id: "give-up", disabled: true }),
    undo: button(t("undo"), undo, { id: "undo", disabled: true }),
    restart: button(t("restart"), () => step(0), { id: "restart", kind: "quiet", disabled: true }),
  };
  const asked = address();
  const setup = puzzle.setup({ asked, begin, tell, signal });
  /** In place of *Hint* and *Give up* when the puzzle is solved. */
  buttons.next = button(t(setup.next.name), () => setup.next.begin(), { kind: "primary", id: "next", hidden: true });
  const params = () => ({ ...setup.params(), moves: game.line?.made().join(" ") });
  const kept = keeper(path, params, signal);
  let latest = null;
  const place = (position) => {
    setup.place(position);
    return begin(setup.at());
  };
  const inside = insideLinks(catalogue);
  const editor = editorOf(path, { position: () => view()?.position, place, width: () => Number.parseInt(view().settings.size, 10) });

  function paint() {
    inside.set(here());
    const busy = game.giving !== null;
    const { line } = game;
    const ply = line.ply();
    board.show({ view: view(), enabled: !busy && !solved(), hint: game.hint, last: line.moves[ply - 1] ?? null, values: null });
    board.element.classList.toggle("out", solved());
    figures.moves.set(number(ply));
    if (isPriced()) figures.moves.after(figures.cost);
    else figures.cost.remove();
    figures.cost.set(number(spent()));
    figures.optimum.set(game.optimum === null ? "…" : game.optimum === undefined ? "–" : (game.optimum.proved ? "" : "≤ ") + number(isPriced() ? game.optimum.cost : game.optimum.length));
    figures.left.set(solved() ? "0" : (game.hint !== null || busy || ply >= game.gaveUp) && line.plan() ? number(line.plan().length) : "?");
    record.show(line.moves, ply);
    steps.show(ply, line.moves.length);
    row.hidden = line.moves.length === 0;
    buttons.hint.hidden = buttons.giveUp.hidden = solved();
    buttons.next.hidden = !solved();
    buttons.hint.disabled = busy || solved();
    buttons.hint.textContent = t(game.hint === null ? "hint" : "hint.play");
    buttons.giveUp.disabled = solved();
    buttons.giveUp.textContent = t(busy ? "stop" : "give-up");
    buttons.undo.disabled = buttons.restart.disabled = busy || ply === 0;
  }

  function tell(text, kind = "", small = null) {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text), small && h("small", {}, small));
    say([text, small].filter(Boolean).join(" "));
  }

  async function begin(at, { moves = [], fresh = true } = {}) {
    const mine = latest = {};
    try {
      if (stopGiving(game)) paint();
      const first = await post("position", at, signal);
      if (latest !== mine) return;
      const next = (before, mv) => puzzle.next?.(before, mv) ?? post("move", { at: { ...at, position: before.position }, move: mv }, signal);
      Object.assign(game, { at, line: createLine(first, next), optimum: null, hint: null, gaveUp: Infinity });
      setup.began(first);
      editor?.renew();
      kept.now({ fresh });
      tell(t("begin"));
      paint();
      if (fresh) board.element.scrollIntoView({ block: "nearest" });
      if (moves.length > 0) await resume(game.line, moves);
      if (latest !== mine) return;
      await look(first);
      if (latest === mine && solved()) congratulate();
    } catch (error) {
      if (isAbort(error) || latest !== mine) return;
      complain(error);
      // What is on the board stays, or in place of the one that the address names, another comes.
      await setup.place(game.at?.position, game.at?.settings ?? {});
      if (game.at === null && at.position === asked.position && JSON.stringify(setup.at()) !== JSON.stringify(at)) await begin(setup.at(), { fresh: false });
    }
  }

  /** Makes the moves of an address and shows the last position: to list them after each is slow. */
  async function resume(line, moves) {
    try {
      for (const mv of moves) if (!await line.play(mv)) break;
    } catch (error) {
      complain(error);
    }
    if (line === game.line) arrived(t("resumed"));
  }

  /** Finds a shortest solution from a position of the game, by default the one on the board. */
  async function look(asked = view()) {
    const report = await post("hint", { at: { ...game.at, position: asked.position } }, signal);
    const isSolved = report.outcome === "solved";
    const { line } = game;
    if (isSolved && line.positions.includes(asked)) line.found(report.moves, line.positions.indexOf(asked));
    if (asked === line.positions[0]) {
      game.optimum = isSolved ? { length: report.length, cost: report.cost, unitCosts: report.unit_costs, proved: report.optimal } : undefined;
    }
    if (asked === view() && report.outcome === "unsolvable") tell(own("unsolvable"), "bad", report.reason && puzzle.reason(report.reason));
    paint();
    return report;
  }

  /** Makes a move on the board, which may be several of the game. */
  async function make(mv) {
    for (const step of puzzle.steps?.(mv, game.at) ?? [mv]) if (!await play(step)) break;
  }

  /** Makes a move of the game; returns whether it was made. */
  async function play(mv) {
    const { line } = game;
    const [ply, isAgain] = [line.ply(), line.moves[line.ply()] === mv];
    try {
      if (!await line.play(mv) || line !== game.line) return false;
      // What is made in place of the program's moves is the player's own.
      if (!isAgain && ply <= game.gaveUp) game.gaveUp = Infinity;
      arrived(t("played.you", { move: board.words(mv) }));
      return true;
    } catch (error) {
      complain(error);
      paint();
      return false;
    }
  }

  /** Goes to the position after so many moves; returns whether it is on the board. */
  async function go(to, words = null) {
    const { line } = game;
    try {
      if (!await line.go(to) || line !== game.line) return false;
      const ply = line.ply();
      arrived(words ?? (ply === 0 ? t("puzzle.again") : t("stepped", { ply, moves: line.moves.length, move: board.words(line.moves[ply - 1]) })));
      return true;
    } catch (error) {
      complain(error);
      paint();
      return false;
    }
  }

  /** The same when the player asks for it. */
  function step(to, words) {
    stopGiving(game);
    return go(to, words);
  }

  /** Another position of the line is on the board. */
  function arrived(words) {
    game.hint = null;
    kept.later();
    paint();
    if (solved()) congratulate();
    else if (!game.giving) tell(words);
  }

  function congratulate() {
    const [moves, cost, optimum] = [game.line.ply(), spent(), game.optimum];
    const ending = isPriced() ? ".cost" : "";
    if (moves === 0) tell(t("puzzle.solved.already"), "good");
    else if (moves > game.gaveUp) tell(t("puzzle.solved.for-you"), "good", t("puzzle.solved.moves", { moves }));
    else if (optimum?.proved && cost === optimum.cost) tell(t(`puzzle.solved.best${ending}`, { moves, cost: number(cost) }), "good");
    else tell(t(`puzzle.solved${ending}`, { moves, cost: number(cost) }), "good", optimum?.proved && t(`puzzle.solved.optimum${ending}`, { optimum: optimum.length, cost: number(optimum.cost) }));
  }

  function undo() {
    step(game.line.ply() - 1, t("undone"));
  }

  function hint() {
    if (game.hint !== null) return play(game.hint);
    return whileBusy(buttons.hint, async () => {
      const report = game.line.plan() ? null : await look();
      const plan = game.line.plan();
      if (!plan?.length) {
        if (report?.outcome === "unknown") tell(t("verdict.unknown"));
        return;
      }
      [game.hint] = plan;
      const small = report && t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) });
      tell(own("hint", { move: board.words(game.hint), way: board.way?.(game.hint), left: plan.length }), "hint", small);
      paint();
    });
  }

  setup.ready.then((isLast) => isLast !== false && begin(setup.at(), { moves: movesOf(asked.moves), fresh: false })).catch(complain);
  return h("div", { class: `view puzzle-view ${path}-view` },
    leadOf(puzzle.game),
    puzzle.lead?.(),
    h("div", { class: "table" },
      h("div", { class: "stage" }, board.element, setup.caption, helpOn(path, "puzzle.help")),
      h("div", { class: "side" },
        dock(h("section", { class: "ledger actions", "aria-label": t("actions") },
          h("dl", { class: "figures" }, figures.moves, figures.optimum, figures.left),
          counsel,
          h("div", { class: "buttons" }, buttons.hint, buttons.giveUp, buttons.next, buttons.undo, buttons.restart), row), board.element, signal),
        h("section", { class: "ledger", "aria-label": t("ledger") },
        h("div", {}, h("small", {}, t("record")), record),
        slider(t("speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) },
          (value) => { speed = value; remember(`${path}.speed`, value); }),
        setup.elements,
        setup.more && more(own("more"), setup.more),
        editor,
        inside,
        sharing({ path, params, place, name: () => path, board: () => here() })))));
}
