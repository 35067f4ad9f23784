// Two players: you, the program, or both of either.

import { address, keep, movesOf } from "../address.js";
import { complain, note, say } from "../announce.js";
import { isAbort, post, seed } from "../api.js";
import { gameNamed, parseSpecification, specification } from "../catalogue.js";
import { valueOf } from "../boards/values.js";
import { h, replace, still, wait } from "../dom.js";
import { duration, maybe, t } from "../i18n.js";
import { knownValue } from "../known.js";
import { isPerfect, levels, playerOf, provers, quiet } from "../levels.js";
import { remember, remembered } from "../store.js";
import { button, menu, more, segmented, slider, toggle, whileBusy } from "../widgets.js";
import { duelOf } from "./duels.js";
import { editorOf } from "./editor.js";
import { published, verdict } from "./judgement.js";
import { optionControls } from "./options.js";
import { dock, helpOn, insideLinks } from "./parts.js";
import { sharing } from "./share.js";

/** The depth that stands for "as deep as the time allows". */
const DEEPEST = 13;
/** Whom the player plays for. */
const SIDES = ["first", "second", "both", "none"];
/** The number of last moves that an opponent is told. */
const REMEMBERED = 40;
/** The longest that a search for the value of a position may take, in milliseconds. */
const WORTH_TIME = 12_000;
/** What was found out about positions, so that no question is answered by two searches. */
const worths = new Map();

/** What moves are worth, where it is proved that the position is lost and each of them loses. */
const settled = (moves, report) => report?.outcome !== "loss" ? moves
  : moves.map((one) => one.verdict === "unknown" ? { ...one, verdict: "loss", length: null } : one);

export async function open({ path, catalogue, signal }) {
  const duel = await duelOf(path, catalogue);
  /** The view's own words, or those for any game. */
  const own = (name, values) => t(maybe(`${path}.${name}`) ? `${path}.${name}` : `duel.${name}`, values);
  const key = (name) => `${path}.${name}`;
  const asked = address();
  /** Positions from the start, and the moves between them. */
  let game = { at: null, views: [], moves: [] };
  let side = SIDES.includes(asked.side) ? asked.side : remembered(key("side"), "first");
  /** A level, or a search as the server reads it. */
  let opponent = asked.opponent ?? remembered(key("opponent"), "medium");
  let showValues = asked.values === "1";
  /** What the server says of each move, and what the board shows of it. */
  let judged = null;
  let values = null;
  let hinted = null;
  /** Ends whatever is asked about the position on the board. */
  let turn = new AbortController();
  /** The start that was asked for last: an earlier one that comes late is dropped. */
  let starting = null;

  const view = () => game.views.at(-1);
  const over = () => view().status.state !== "to-move";
  const yours = () => !over() && (side === "both" || side === view().status.player);
  const here = () => ({ ...game.at, position: view().position });
  const entry = () => gameNamed(catalogue, (game.at ?? setup.at()).game);
  const named = (player) => own(player);

  const board = duel.board({ onmove: (mv) => play(mv) });
  const below = duel.below?.();
  const status = h("h2", { class: "status", id: "status" });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const record = h("ol", { class: "record", "aria-label": t("record"), "data-empty": t("record.empty"), tabindex: 0 });
  const buttons = {
    hint: button(t("hint"), hint, { kind: "primary", id: "hint", disabled: true }),
    worth: button(t("worth"), worth, { id: "worth", disabled: true }),
    /** In their place when the game is over. */
    again: button(t("new-game"), newGame, { kind: "primary", id: "again", hidden: true }),
    undo: button(t("undo"), undo, { id: "undo", disabled: true }),
    fresh: button(t("new-game"), newGame, { id: "new-game" }),
  };
  const setup = duel.setup(asked, (at) => begin(at), catalogue, signal);
  const inside = insideLinks(catalogue);
  const editor = editorOf(path, { position: () => view()?.position, place });

  /** The address of the game as it stands. */
  const params = () => ({ ...setup.params(), side, opponent, values: showValues ? 1 : null, moves: game.moves.join(" ") });
  const kept = (fresh = false) => { if (!signal.aborted) keep(path, params(), { fresh }); };

  function newGame() {
    setup.place(undefined);
    return begin();
  }

  /** Starts anew from a position. */
  function place(position) {
    setup.place(position);
    return begin();
  }

  function paint() {
    inside.set(here());
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
    below?.show(view());
    replace(record, game.moves.map((mv) => h("li", {}, mv)));
    record.scrollTop = record.scrollHeight;
    buttons.hint.disabled = !yours();
    buttons.hint.textContent = t(hinted === null ? "hint" : "hint.play");
    buttons.worth.disabled = false;
    buttons.hint.hidden = buttons.worth.hidden = over();
    buttons.again.hidden = !over();
    buttons.fresh.hidden = over();
    buttons.undo.disabled = game.moves.length === 0;
  }

  function tell(text, kind = "", small = null) {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text), small && h("small", {}, small));
    say([text, small].filter(Boolean).join(" "));
  }

  async function begin(at = setup.at(), { moves = [], fresh = true } = {}) {
    const mine = starting = {};
    turn.abort();
    try {
      const views = [await post("position", at, signal)];
      const made = await replay(at, views, moves);
      if (starting !== mine) return;
      game = { at, views, moves: made };
      setup.began?.(views[0]);
      editor?.renew();
      paintOpponents();
      kept(fresh);
      tell(made.length > 0 ? t("resumed") : maybe(`${path}.begin`) ?? t(setup.params().position ? "begin.position" : "begin"));
      next();
      if (fresh) board.element.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (isAbort(error) || starting !== mine) return;
      complain(error);
      if (game.at === null) tell(error.message, "bad");
      // What is on the board stays, or the game's own comes.
      setup.place(game.at?.position, game.at?.settings ?? {});
      if (game.at !== null) next();
      else if (JSON.stringify(setup.at()) !== JSON.stringify(at)) begin(setup.at(), { fresh: false });
    }
  }

  /** Makes the moves of an address from `views`, as far as they are legal, and returns them. */
  async function replay(at, views, moves) {
    const made = [];
    for (const mv of moves) {
      try {
        views.push(await post("move", { at: { ...at, position: views.at(-1).position }, move: mv }, signal));
      } catch (error) {
        if (isAbort(error)) throw error;
        note(error.message, "bad");
        break;
      }
      made.push(mv);
    }
    return made;
  }

  /** What follows a change of the position: perhaps the opponent's move. */
  function next() {
    turn.abort();
    turn = new AbortController();
    judged = null;
    hinted = null;
    values = null;
    board.element.removeAttribute("aria-busy");
    kept();
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
      const player = levels.includes(opponent) ? playerOf(opponent, entry()) : opponent;
      const since = Math.max(0, game.moves.length - REMEMBERED);
      const line = { at: { ...here(), position: game.views[since].position }, moves: game.moves.slice(since) };
      // A move that comes at once is hard to see.
      const [played] = await Promise.all([
        post("reply", { ...line, opponent: player, seed: seed() }, end), wait(still() ? 0 : side === "none" ? 500 : 320, end),
      ]);
      game.views.push(played.after);
      game.moves.push(played.move);
      const { report } = played;
      // The opponent has proved that it wins: whatever is played now loses.
      if (report?.outcome === "win" && report.best === played.move) worths.set(JSON.stringify(here()), { ...report, outcome: "loss", length: report.length && report.length - 1 });
      // A value without a proof is no news to a player who begins.
      const isTold = report && (report.outcome !== "unknown" || !quiet.includes(opponent));
      const small = isTold && [verdict(path, report, view().status, true), t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) })].filter(Boolean).join(" ");
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

  /** The published value of the position on the board, if it is a game's first. */
  const known = () => game.moves.length === 0 && !game.at.position ? knownValue(game.at) : undefined;

  function hint() {
    if (hinted !== null) return play(hinted);
    return ask(buttons.hint, async (end) => {
      const report = await post("hint", { at: here() }, end);
      hinted = report.best ?? report.moves[0] ?? view().moves[0];
      const small = known() && report.outcome === "unknown" ? published(known()) : verdict(path, report, view().status);
      tell(t("hint.move", { move: board.words(hinted) }), "hint", small);
      paint();
    });
  }

  function worth() {
    return ask(buttons.worth, async (end) => {
      const report = await worthOf(here(), end);
      prove(report);
      const kind = yours() ? { win: "good", loss: "bad" }[report.outcome] ?? "" : "";
      if (report.source) tell(published(report), kind);
      else tell(verdict(path, report, view().status), kind, t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) }));
    });
  }

  /** What a position is worth: published, found out before, or proved by a search if one ends in time. */
  async function worthOf(at, end) {
    if (known()) return known();
    const name = JSON.stringify(at);
    let report = worths.get(name);
    for (const { search, part } of report ? [] : provers(entry())) {
      report = await post("solve", { at, search, milliseconds: WORTH_TIME * part }, end);
      if (report.outcome !== "unknown") {
        worths.set(name, report);
        break;
      }
    }
    return report;
  }

  async function judge() {
    if (values || !yours()) return;
    const asked = view();
    board.element.setAttribute("aria-busy", "true");
    try {
      const { moves } = await post("values", { at: here() }, AbortSignal.any([signal, turn.signal]));
      if (view() !== asked) return;
      judged = moves;
      prove(worths.get(JSON.stringify(here())));
    } catch (error) {
      complain(error);
    } finally {
      if (view() === asked) board.element.removeAttribute("aria-busy");
    }
  }

  /** Shows what moves are worth, and what a search proved of the position. */
  function prove(report) {
    if (!judged) return;
    values = new Map(settled(judged, report).map((value) => [value.move, valueOf(value, duel.count)]));
    paint();
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

  const opponents = h("div", { class: "fields wide" });
  const searches = h("div", { class: "fields wide" });
  const advanced = more(t("advanced"), searches);
  advanced.open = !levels.includes(opponent);

  /** The levels, and under *Advanced* the searches of the game. */
  function paintOpponents() {
    const { algorithms } = entry();
    const others = ["random", ...(duel.opponents ?? [])];
    const { name, values: set } = parseSpecification(opponent);
    const algorithm = algorithms.find((one) => one.name === name);
    const isLevel = levels.includes(opponent);
    if (!isLevel && !algorithm && !others.includes(name)) {
      opponent = "medium";
      return paintOpponents();
    }
    const choose = (to) => {
      opponent = to;
      remember(key("opponent"), to);
      paintOpponents();
      next();
    };
    const levelName = (level) => t(`level.${level === "perfect" && !isPerfect(entry(), duel, game.at) ? "strongest" : level}`);
    const choices = [...levels.map((level) => [level, levelName(level)]), ...(isLevel ? [] : [[opponent, opponent]])];
    replace(opponents, menu(t("opponent"), choices, opponent, choose),
      !isPerfect(entry(), duel, game.at) && h("small", { class: "no-perfect" }, t("level.strongest.why")));
    const all = [["", t("advanced.level")], ...[...others, ...algorithms.map((one) => one.name)]
      .map((one) => [one, maybe(`opponent.${path}.${one}`) ?? maybe(`opponent.${one}`) ?? one])];
    const depth = Number(set.depth ?? DEEPEST);
    const change = (depth) => choose(specification(algorithm, { ...set, depth: depth >= DEEPEST ? "" : depth }));
    const plies = (count) => count >= DEEPEST ? t("level.deepest") : own("level.plies", { plies: count });
    replace(searches,
      menu(t("search.method"), all, isLevel ? "" : name, (to) => choose(to || "medium")),
      !isLevel && algorithm?.options.includes("depth") && slider(t("level"), { min: 1, max: DEEPEST, value: depth, words: plies, settled: true }, change),
      !isLevel && algorithm && optionControls(catalogue, entry(), algorithm, set, { without: ["depth"], onchange: () => choose(specification(algorithm, set)) }));
  }

  const sides = [["first", named("first")], ["second", named("second")], ["both", t("side.both")], ["none", t("side.none")]];
  const valuesSwitch = toggle(t("values"), showValues, (on) => {
    showValues = on;
    kept();
    paint();
    if (on) judge();
  });

  setup.ready.then(() => begin(setup.at(), { moves: movesOf(asked.moves), fresh: false }), complain);
  return h("div", { class: `view duel-view ${path}-view` },
    duel.lead(),
    h("div", { class: "table" },
      h("div", { class: "stage" }, status, board.element, legend(), helpOn(path, "duel.help"), below?.element),
      h("div", { class: "side" },
        dock(h("section", { class: "ledger actions", "aria-label": t("actions") },
          counsel,
          h("div", { class: "buttons" }, buttons.hint, buttons.worth, buttons.again, buttons.undo)), board.element, signal),
        h("section", { class: "ledger", "aria-label": t("ledger") },
          valuesSwitch,
          segmented(t("side"), sides, side, (to) => { side = to; remember(key("side"), to); next(); }),
          opponents, advanced,
          h("hr"),
          setup.elements,
          buttons.fresh,
          more(t("record"), record),
          editor,
          inside,
          sharing({ path, params, place, name: () => path, board: () => game.at && here() })))));

  function legend() {
    return h("p", { class: "legend", "aria-hidden": "true" },
      h("span", { class: "busy" }, t("values.busy")),
      ["win", "draw", "loss", "guess"].map((tone) => h("span", { "data-tone": tone }, t(`legend.${tone}`))), h("span", { class: "words" }, own("legend.number")));
  }
}
