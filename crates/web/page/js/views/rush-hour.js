// Rush Hour: drive the red car out.

import { complain, say } from "../announce.js";
import { post, seed } from "../api.js";
import { createTrafficBoard } from "../boards/traffic.js";
import { h, replace } from "../dom.js";
import { duration, number, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { button, entry, figure, more, segmented, slider, whileBusy } from "../widgets.js";
import { cardMenu } from "./cards.js";
import { address, lead } from "./parts.js";
import { giveUp } from "./solution.js";

export function open(signal) {
  const asked = address();
  let metric = remembered("rush-hour.metric", "slides");
  let speed = remembered("rush-hour.speed", 5);
  let hardness = remembered("rush-hour.hardness", 12);
  let card = asked.position ?? null;
  const game = { views: [], moves: [], plan: null, optimum: null, hint: null, giving: null, gaveUp: false };
  const view = () => game.views.at(-1);
  const solved = () => view().status.state === "solved";
  const at = (position) => ({ game: "rush-hour", settings: { metric }, position });

  const board = createTrafficBoard({ onmove: (mv) => drive(mv), single: () => false });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const figures = { moves: figure(t("moves"), "0"), optimum: figure(t("optimum")), left: figure(t("left")) };
  const record = h("ol", { class: "record", "aria-label": t("record"), "data-empty": t("record.empty"), tabindex: 0 });
  const buttons = {
    hint: button(t("hint"), hint, { kind: "primary", id: "hint" }),
    giveUp: button(t("give-up"), () => giveUp(game, { signal, speed: () => speed, look, play, paint, tell }), { id: "give-up" }),
    undo: button(t("undo"), undo, { id: "undo" }),
    restart: button(t("restart"), restart, { id: "restart", kind: "quiet" }),
    generate: button(t("rush-hour.generate"), () => generate(), { id: "generate" }),
  };
  const menuHolder = h("div", {});
  const own = entry(t("rush-hour.own"), { action: t("set"), hint: t("rush-hour.own.hint") }, (text) => begin(text));

  function paint() {
    const busy = game.giving !== null;
    board.show({ view: view(), enabled: !busy && !solved(), hint: game.hint, last: game.moves.at(-1) ?? null, values: null });
    board.element.classList.toggle("out", solved());
    figures.moves.set(number(game.moves.length));
    figures.optimum.set(game.optimum === null ? "…" : number(game.optimum));
    figures.left.set(solved() ? "0" : game.hint !== null || busy ? number(game.plan?.length ?? 0) : "?");
    replace(record, game.moves.map((mv) => h("li", {}, mv)));
    record.scrollTop = record.scrollHeight;
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

  async function begin(position) {
    try {
      game.giving?.abort();
      const first = await post("position", at(position), signal);
      card = first.position;
      Object.assign(game, { views: [first], moves: [], plan: null, optimum: null, hint: null, gaveUp: false });
      own.set(card);
      tell(t("begin"));
      await paintMenu();
      paint();
      await look();
    } catch (error) {
      complain(error);
    }
  }

  /** Finds a shortest way from here. */
  async function look() {
    const asked = view();
    const report = await post("hint", { at: at(asked.position) }, signal);
    if (report.outcome === "unsolvable") {
      tell(t("rush-hour.unsolvable"), "bad", report.reason);
      figures.optimum.set("–");
      return report;
    }
    if (asked === game.views[0] && report.optimal) game.optimum = report.length;
    if (asked === view()) game.plan = report.moves;
    paint();
    return report;
  }

  /** Makes a move; one of several cells is several where steps are counted. */
  async function drive(mv) {
    const [, name, sign, far] = mv.match(/^([A-Z])([+-])(\d+)$/);
    const steps = metric === "steps" ? Array(Number(far)).fill(`${name}${sign}1`) : [mv];
    for (const step of steps) await play(step);
  }

  async function play(mv) {
    const before = view();
    try {
      const after = await post("move", { at: at(before.position), move: mv }, signal);
      if (view() !== before) return;
      game.views.push(after);
      game.moves.push(mv);
      game.plan = game.plan?.[0] === mv ? game.plan.slice(1) : null;
      game.hint = null;
      if (solved()) congratulate();
      else if (!game.giving) tell(t("played.you", { move: board.words(mv) }));
      paint();
    } catch (error) {
      complain(error);
      paint();
    }
  }

  function congratulate() {
    const [moves, optimum] = [game.moves.length, game.optimum];
    if (game.gaveUp) tell(t("taquin.solved.for-you"), "good", t("taquin.solved.moves", { moves }));
    else if (moves === optimum) tell(t("taquin.solved.best", { moves }), "good");
    else tell(t("taquin.solved", { moves }), "good", optimum && t("taquin.solved.optimum", { optimum }));
  }

  function undo() {
    game.views.pop();
    game.moves.pop();
    Object.assign(game, { plan: null, hint: null });
    tell(t("undone"));
    paint();
  }

  function restart() {
    Object.assign(game, { views: game.views.slice(0, 1), moves: [], plan: null, hint: null, gaveUp: false });
    tell(t("taquin.again"));
    paint();
  }

  function hint() {
    if (game.hint !== null) return play(game.hint);
    return whileBusy(buttons.hint, async () => {
      const report = game.plan ? null : await look();
      if (!game.plan?.length) return;
      [game.hint] = game.plan;
      const small = report && t("searched", { nodes: report.nodes_generated, time: duration(report.seconds) });
      tell(t("rush-hour.hint", { move: board.words(game.hint), left: game.plan.length }), "hint", small);
      paint();
    });
  }

  const generate = () => whileBusy(buttons.generate, async () => {
    const made = await post("rush-hour/generate", { slides: hardness, seed: seed() }, signal);
    if (made.position) await begin(made.position);
    else tell(t("rush-hour.none"));
  });

  async function paintMenu() {
    const { element, first } = await cardMenu(card, metric, (position) => begin(position));
    replace(menuHolder, element);
    return first;
  }

  paintMenu().then((first) => begin(card ?? first), complain);
  return h("div", { class: "view rush-hour-view" },
    lead("rush-hour"),
    h("div", { class: "table" },
      h("div", { class: "stage" }, board.element, h("p", { class: "help" }, t("rush-hour.help"))),
      h("section", { class: "ledger", "aria-label": t("ledger") },
        h("dl", { class: "figures" }, figures.moves, figures.optimum, figures.left),
        counsel,
        h("div", { class: "buttons" }, buttons.hint, buttons.giveUp, buttons.undo, buttons.restart),
        slider(t("speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) },
          (value) => { speed = value; remember("rush-hour.speed", value); }),
        h("hr"),
        menuHolder,
        segmented(t("rush-hour.metric"), [["slides", t("rush-hour.slides")], ["steps", t("rush-hour.steps")]], metric, (to) => {
          metric = to;
          remember("rush-hour.metric", to);
          begin(card);
        }),
        slider(t("rush-hour.hardness"), { min: 3, max: 25, value: hardness, words: (moves) => t("rush-hour.at-least", { moves }) },
          (value) => { hardness = value; remember("rush-hour.hardness", value); }),
        buttons.generate,
        more(t("rush-hour.more"), own, h("div", {}, h("small", {}, t("record")), record)))));
}
