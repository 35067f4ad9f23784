// A puzzle: play, take a hint, give up.

import { address, keep, movesOf } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort, post } from "../api.js";
import { h, replace } from "../dom.js";
import { duration, maybe, number, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { button, figure, more, slider, whileBusy } from "../widgets.js";
import { editorOf } from "./editor.js";
import { dock, helpOn, insideLinks, leadOf } from "./parts.js";
import { puzzleOf } from "./puzzles.js";
import { sharing } from "./share.js";
import { giveUp } from "./solution.js";

export function open({ path, catalogue, signal }) {
  const puzzle = puzzleOf(path, catalogue);
  /** The puzzle's own words, or those for any. */
  const own = (name, values) => t(maybe(`${path}.${name}`) ? `${path}.${name}` : `puzzle.${name}`, values);
  let speed = remembered(`${path}.speed`, 5);
  const game = { at: null, views: [], moves: [], plan: null, optimum: null, hint: null, giving: null, gaveUp: false };
  const view = () => game.views.at(-1);
  const solved = () => view().status.state === "solved";
  const here = () => ({ ...game.at, position: view().position });
  /** What the moves so far have cost. */
  const spent = () => game.moves.reduce((sum, mv, index) => {
    const { moves, costs } = game.views[index];
    return sum + (costs?.[moves.indexOf(mv)] ?? 1);
  }, 0);
  /** Whether moves do not all cost 1 here, so that costs are compared and not numbers of moves. */
  const isPriced = () => game.views.some(({ costs }) => costs) || game.optimum?.unitCosts === false;

  const board = puzzle.board({ onmove: (mv) => make(mv), onedit: (position) => place(position) });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const figures = { moves: figure(t("moves"), "0"), cost: figure(t("cost"), "0"), optimum: figure(t("optimum")), left: figure(t("left")) };
  const record = h("ol", { class: "record", "aria-label": t("record"), "data-empty": t("record.empty"), tabindex: 0 });
  const buttons = {
    hint: button(t("hint"), hint, { kind: "primary", id: "hint", disabled: true }),
    giveUp: button(t("give-up"), () => giveUp(game, { signal, speed: () => speed, look, play, paint, tell }), { id: "give-up", disabled: true }),
    undo: button(t("undo"), undo, { id: "undo", disabled: true }),
    restart: button(t("restart"), restart, { id: "restart", kind: "quiet", disabled: true }),
  };
  const asked = address();
  const setup = puzzle.setup({ asked, begin, tell, signal });
  /** In place of *Hint* and *Give up* when the puzzle is solved. */
  buttons.next = button(t(setup.next.name), () => setup.next.begin(), { kind: "primary", id: "next", hidden: true });
  const params = () => ({ ...setup.params(), moves: game.moves.join(" ") });
  const kept = (fresh = false) => { if (!signal.aborted) keep(path, params(), { fresh }); };
  const place = (position) => {
    setup.place(position);
    return begin(setup.at());
  };
  const inside = insideLinks(catalogue);
  const editor = editorOf(path, { position: () => view()?.position, place });

  function paint() {
    inside.set(here());
    const busy = game.giving !== null;
    board.show({ view: view(), enabled: !busy && !solved(), hint: game.hint, last: game.moves.at(-1) ?? null, values: null });
    board.element.classList.toggle("out", solved());
    figures.moves.set(number(game.moves.length));
    if (isPriced()) figures.moves.after(figures.cost);
    else figures.cost.remove();
    figures.cost.set(number(spent()));
    figures.optimum.set(game.optimum === null ? "…" : game.optimum === undefined ? "–" : (game.optimum.proved ? "" : "≤ ") + number(isPriced() ? game.optimum.cost : game.optimum.length));
    figures.left.set(solved() ? "0" : game.hint !== null || busy ? number(game.plan?.length ?? 0) : "?");
    replace(record, game.moves.map((mv) => h("li", {}, mv)));
    record.scrollTop = record.scrollHeight;
    buttons.hint.hidden = buttons.giveUp.hidden = solved();
    buttons.next.hidden = !solved();
    buttons.hint.disabled = busy || solved();
    buttons.hint.textContent = t(game.hint === null ? "hint" : "hint.play");
    buttons.giveUp.disabled = solved();
    buttons.giveUp.textContent = t(busy ? "stop" : "give-up");
    buttons.undo.disabled = busy || game.moves.length === 0;
    buttons.restart.disabled = busy || game.moves.length === 0;
  }

  function tell(text, kind = "", small = null) {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text), small && h("small", {}, small));
    say([text, small].filter(Boolean).join(" "));
  }

  async function begin(at, { moves = [], fresh = true } = {}) {
    try {
      game.giving?.abort();
      const first = await post("position", at, signal);
      Object.assign(game, { at, views: [first], moves: [], plan: null, optimum: null, hint: null, gaveUp: false });
      setup.began(first);
      kept(fresh);
      tell(t("begin"));
      paint();
      if (fresh) board.element.scrollIntoView({ block: "nearest" });
      for (const mv of moves) {
        const before = view();
        await play(mv);
        if (view() === before) break;
      }
      if (moves.length > 0) tell(t("resumed"));
      await look(game.views[0]);
      if (solved()) congratulate();
    } catch (error) {
      complain(error);
      if (isAbort(error)) return;
      // What is on the board stays, or the puzzle's own comes.
      setup.place(game.at?.position, game.at?.settings ?? {});
      if (game.at === null && JSON.stringify(setup.at()) !== JSON.stringify(at)) await begin(setup.at(), { fresh: false });
    }
  }

  /** Finds a shortest solution from a position of the game, by default the one on the board. */
  async function look(asked = view()) {
    const report = await post("hint", { at: { ...game.at, position: asked.position } }, signal);
    const isSolved = report.outcome === "solved";
    if (asked === game.views[0]) {
      game.optimum = isSolved ? { length: report.length, cost: report.cost, unitCosts: report.unit_costs, proved: report.optimal } : undefined;
    }
    if (asked === view()) {
      if (isSolved) game.plan = report.moves;
      else if (report.outcome === "unsolvable") tell(own("unsolvable"), "bad", report.reason);
    }
    paint();
    return report;
  }

  /** Makes a move on the board, which may be several of the game. */
  async function make(mv) {
    for (const step of puzzle.steps?.(mv, game.at) ?? [mv]) await play(step);
  }

  async function play(mv) {
    const before = view();
    try {
      const after = await post("move", { at: here(), move: mv }, signal);
      // A second click before the answer is no second move.
      if (view() !== before) return;
      game.views.push(after);
      game.moves.push(mv);
      game.plan = game.plan?.[0] === mv ? game.plan.slice(1) : null;
      game.hint = null;
      kept();
      if (solved()) congratulate();
      else if (!game.giving) tell(t("played.you", { move: board.words(mv) }));
      paint();
    } catch (error) {
      complain(error);
      paint();
    }
  }

  function congratulate() {
    const [moves, cost, optimum] = [game.moves.length, spent(), game.optimum];
    const ending = isPriced() ? ".cost" : "";
    if (game.gaveUp) tell(t("taquin.solved.for-you"), "good", t("taquin.solved.moves", { moves }));
    else if (optimum?.proved && cost === optimum.cost) tell(t(`taquin.solved.best${ending}`, { moves, cost: number(cost) }), "good");
    else tell(t(`taquin.solved${ending}`, { moves, cost: number(cost) }), "good", optimum?.proved && t(`taquin.solved.optimum${ending}`, { optimum: optimum.length, cost: number(optimum.cost) }));
  }

  function undo() {
    game.views.pop();
    game.moves.pop();
    Object.assign(game, { plan: null, hint: null });
    kept();
    tell(t("undone"));
    paint();
  }

  function restart() {
    Object.assign(game, { views: game.views.slice(0, 1), moves: [], plan: null, hint: null, gaveUp: false });
    kept();
    tell(t("taquin.again"));
    paint();
  }

  function hint() {
    if (game.hint !== null) return play(game.hint);
    return whileBusy(buttons.hint, async () => {
      const report = game.plan ? null : await look();
      if (!game.plan?.length) {
        if (report?.outcome === "unknown") tell(t("verdict.unknown"));
        return;
      }
      [game.hint] = game.plan;
      const small = report && t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) });
      tell(own("hint", { move: board.words(game.hint), left: game.plan.length }), "hint", small);
      paint();
    });
  }

  setup.ready.then(() => begin(setup.at(), { moves: movesOf(asked.moves), fresh: false }), complain);
  return h("div", { class: `view puzzle-view ${path}-view` },
    leadOf(puzzle.game),
    h("div", { class: "table" },
      h("div", { class: "stage" }, board.element, helpOn(path, "puzzle.help")),
      h("div", { class: "side" },
        dock(h("section", { class: "ledger actions", "aria-label": t("actions") },
          h("dl", { class: "figures" }, figures.moves, figures.optimum, figures.left),
          counsel,
          h("div", { class: "buttons" }, buttons.hint, buttons.giveUp, buttons.next, buttons.undo, buttons.restart)), board.element, signal),
        h("section", { class: "ledger", "aria-label": t("ledger") },
        slider(t("speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) },
          (value) => { speed = value; remember(`${path}.speed`, value); }),
        setup.elements,
        more(own("more"), setup.more, h("div", {}, h("small", {}, t("record")), record)),
        editor,
        inside,
        sharing({ path, params, place, name: () => path, board: () => here() })))));
}
