// Two players: you, the program, or both of either.

import { complain, say } from "../announce.js";
import { isAbort, post, seed } from "../api.js";
import { gameNamed, specification } from "../catalogue.js";
import { valueOf } from "../boards/values.js";
import { h, replace, still, wait } from "../dom.js";
import { duration, maybe, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { button, menu, more, segmented, slider, toggle, whileBusy } from "../widgets.js";
import { duelOf } from "./duels.js";
import { verdict } from "./judgement.js";
import { address } from "./parts.js";

/** The level that stands for "as deep as the time allows". */
const DEEPEST = 13;
/** The number of last moves that an opponent is told. */
const REMEMBERED = 40;

export function open({ path, catalogue, signal }) {
  const duel = duelOf(path, catalogue);
  /** The view's own words, or those for any game. */
  const own = (name, values) => t(maybe(`${path}.${name}`) ? `${path}.${name}` : `duel.${name}`, values);
  const key = (name) => `${path}.${name}`;
  const asked = address();
  /** Positions from the start, and the moves between them. */
  let game = { at: null, views: [], moves: [] };
  let side = asked.side ?? remembered(key("side"), "first");
  let opponent = asked.opponent ?? remembered(key("opponent"), null);
  let level = Number(asked.level ?? remembered(key("level"), 4));
  let showValues = false;
  let values = null;
  let hinted = null;
  /** Ends whatever is asked about the position on the board. */
  let turn = new AbortController();

  const view = () => game.views.at(-1);
  const over = () => view().status.state !== "to-move";
  const yours = () => !over() && (side === "both" || side === view().status.player);
  const here = () => ({ ...game.at, position: view().position });
  const named = (player) => own(player);

  const board = duel.board({ onmove: (mv) => play(mv) });
  const status = h("h2", { class: "status", id: "status" });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const record = h("ol", { class: "record", "aria-label": t("record"), "data-empty": t("record.empty"), tabindex: 0 });
  const buttons = {
    hint: button(t("hint"), hint, { kind: "primary", id: "hint" }),
    worth: button(t("worth"), worth, { id: "worth" }),
    undo: button(t("undo"), undo, { id: "undo" }),
    fresh: button(t("new-game"), () => begin(), { id: "new-game" }),
  };
  const setup = duel.setup(asked, (at) => begin(at), catalogue);

  function paint() {
    const now = view().status;
    status.dataset.player = now.player ?? "";
    status.dataset.state = now.state;
    status.textContent = now.state === "drawn" ? t("drawn")
      : now.state === "won" ? maybe(`${path}.${now.player}.won`) ?? t("won", { player: named(now.player) })
      : t(yours() ? "turn.yours" : "turn.theirs", { player: named(now.player) });
    board.show({
      view: view(), at: game.at, enabled: yours(), hint: hinted, last: game.moves.at(-1) ?? null,
      values: showValues && yours() ? values : null,
    });
    replace(record, game.moves.map((mv) => h("li", {}, mv)));
    record.scrollTop = record.scrollHeight;
    buttons.hint.disabled = !yours();
    buttons.hint.textContent = t(hinted === null ? "hint" : "hint.play");
    buttons.worth.disabled = over();
    buttons.undo.disabled = game.moves.length === 0;
  }

  function tell(text, kind = "", small = null) {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text), small && h("small", {}, small));
    say([text, small].filter(Boolean).join(" "));
  }

  async function begin(at = setup.at()) {
    try {
      turn.abort();
      const first = await post("position", at, signal);
      game = { at, views: [first], moves: [] };
      setup.began?.(first);
      paintOpponents();
      tell(maybe(`${path}.begin`) ?? t("begin"));
      next();
    } catch (error) {
      complain(error);
    }
  }

  /** What follows a change of the position: perhaps the opponent's move. */
  function next() {
    turn.abort();
    turn = new AbortController();
    hinted = null;
    values = null;
    paint();
    if (over()) return finish();
    if (!yours()) reply(AbortSignal.any([signal, turn.signal]));
    else if (showValues) judge();
  }

  function finish() {
    const { status } = view();
    const good = status.state === "won" && status.player === side;
    const bad = status.state === "won" && side !== "both" && side !== "none" && !good;
    tell(t(status.state === "drawn" ? "over.drawn" : good ? "over.good" : bad ? "over.bad" : "over"), good ? "good" : bad ? "bad" : "");
  }

  async function play(mv) {
    const before = view();
    try {
      const after = await post("move", { at: here(), move: mv }, signal);
      // A second click before the answer is no second move.
      if (view() !== before) return;
      game.views.push(after);
      game.moves.push(mv);
      tell(t("played.you", { move: board.words(mv) }));
      next();
    } catch (error) {
      complain(error);
    }
  }

  async function reply(end) {
    counsel.className = "counsel thinking";
    replace(counsel, h("span", {}, t("thinking")));
    try {
      const algorithm = algorithmOf(opponent);
      const depth = level >= DEEPEST ? "" : level;
      const choice = { opponent: algorithm ? specification(algorithm, { depth }) : opponent, seed: seed() };
      const since = Math.max(0, game.moves.length - REMEMBERED);
      const line = { at: { ...here(), position: game.views[since].position }, moves: game.moves.slice(since) };
      // A move that comes at once is hard to see.
      const [played] = await Promise.all([
        post("reply", { ...line, ...choice }, end), wait(still() ? 0 : side === "none" ? 500 : 320, end),
      ]);
      game.views.push(played.after);
      game.moves.push(played.move);
      const { report } = played;
      const small = report && [verdict(path, report, view().status, true), t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) })].filter(Boolean).join(" ");
      tell(t("played.they", { move: board.words(played.move) }), "", small);
      next();
    } catch (error) {
      if (!isAbort(error)) {
        tell(t("reply.failed"), "bad", error.message);
      }
    }
  }

  /** Asks about the position on the board; the answer is not waited for when that changes. */
  const ask = (control, question) =>
    whileBusy(control, () => question(AbortSignal.any([signal, turn.signal])));

  function hint() {
    if (hinted !== null) return play(hinted);
    return ask(buttons.hint, async (end) => {
      const report = await post("hint", { at: here() }, end);
      hinted = report.best ?? report.moves[0] ?? view().moves[0];
      tell(t("hint.move", { move: board.words(hinted) }), "hint", verdict(path, report, view().status));
      paint();
    });
  }

  function worth() {
    return ask(buttons.worth, async (end) => {
      const report = await post("solve", { at: here(), milliseconds: 12000 }, end);
      const kind = { win: "good", loss: "bad" }[report.outcome] ?? "";
      tell(verdict(path, report, view().status), yours() ? kind : "", t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) }));
    });
  }

  async function judge() {
    if (values || !yours()) return;
    const asked = view();
    try {
      const { moves } = await post("values", { at: here() }, AbortSignal.any([signal, turn.signal]));
      if (view() !== asked) return;
      values = new Map(moves.map((value) => [value.move, valueOf(value)]));
      paint();
    } catch (error) {
      complain(error);
    }
  }

  /** Back to your own last turn. */
  function undo() {
    do {
      game.views.pop();
      game.moves.pop();
    } while (game.moves.length > 0 && !yours());
    tell(t("undone"));
    next();
  }

  const algorithms = () => gameNamed(catalogue, (game.at ?? setup.at()).game).algorithms;
  const algorithmOf = (name) => algorithms().find((one) => one.name === name);
  const opponents = h("div", {});

  /** The opponents that the game has; some of them look ahead. */
  function paintOpponents() {
    const { default_algorithm: usual } = gameNamed(catalogue, game.at.game);
    const names = ["random", ...(duel.opponents ?? []), ...algorithms().map(({ name }) => name)];
    if (!names.includes(opponent)) opponent = names.includes(duel.opponent) ? duel.opponent : usual;
    const choices = names.map((name) => [name, maybe(`opponent.${path}.${name}`) ?? maybe(`opponent.${name}`) ?? name]);
    replace(opponents, menu(t("opponent"), choices, opponent, (to) => {
      opponent = to;
      remember(key("opponent"), to);
      paintLevels();
    }));
    paintLevels();
  }

  function paintLevels() {
    levels.hidden = !algorithmOf(opponent)?.options.includes("depth");
  }

  const levels = slider(t("level"), {
    min: 1, max: DEEPEST, value: level, words: (plies) => plies >= DEEPEST ? t("level.deepest") : t("level.plies", { plies }),
  }, (to) => { level = to; remember(key("level"), to); });
  const sides = [["first", named("first")], ["second", named("second")], ["both", t("side.both")], ["none", t("side.none")]];
  const valuesSwitch = toggle(t("values"), showValues, (on) => {
    showValues = on;
    paint();
    if (on) judge();
  });

  setup.ready.then(() => begin(), complain);
  return h("div", { class: `view duel-view ${path}-view` },
    duel.lead(),
    h("div", { class: "table" },
      h("div", { class: "stage" }, status, board.element, h("p", { class: "help" }, own("help")), legend()),
      h("section", { class: "ledger", "aria-label": t("ledger") },
        counsel,
        h("div", { class: "buttons" }, buttons.hint, buttons.worth, buttons.undo),
        valuesSwitch,
        h("hr"),
        segmented(t("side"), sides, side, (to) => { side = to; remember(key("side"), to); next(); }),
        opponents, levels,
        h("hr"),
        setup.elements,
        buttons.fresh,
        more(t("record"), record))));

  function legend() {
    return h("p", { class: "legend", "aria-hidden": "true" },
      ["win", "draw", "loss", "guess"].map((tone) => h("span", { "data-tone": tone }, t(`legend.${tone}`))));
  }
}
