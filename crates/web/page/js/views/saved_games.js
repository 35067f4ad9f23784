// Saved games: the games that `tesuji match` and `tesuji tournament` write with --save, in a list, and
// one of them step by step.

import { address, keeper } from "../address.js";
import { complain, note, say } from "../announce.js";
import { isAbort, post } from "../api.js";
import { titleOf, writeSettings } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { maybe, t } from "../i18n.js";
import { pack, unpack } from "../packed.js";
import { pathFor } from "../shelf.js";
import { createRecord, createSteps } from "../steps.js";
import { remember, remembered } from "../store.js";
import { button, more } from "../widgets.js";
import { playAddress } from "./duels.js";
import { insideLinks, lead } from "./parts.js";
import { boardOf } from "./samples.js";
import { sharing } from "./share.js";

/** The file that the reader brought, kept for the next visit. */
const KEPT = "replay.text";
/** The longest file in an address, packed; of a longer one the address has the chosen game. */
const MAX_ADDRESS = 8000;
/** The longest file for which that is tried. */
const MAX_FILE = 50 * MAX_ADDRESS;
/** The longest file that is kept for the next visit, which has to share the room with all else that is kept. */
const MAX_KEPT = 1 << 20;

/** The games of a file, one a line. What they are worth, the back end says when one is replayed. */
function read(text) {
  return text.trim().split(/\r?\n/).map((line, index) => {
    try {
      const game = JSON.parse(line);
      const { moves, players, settings } = game;
      const isText = (one) => typeof one === "string";
      const isGame = [game.game, game.position, game.winner, game.ending].every(isText) && Array.isArray(moves) && moves.every(isText)
        && Array.isArray(players) && players.length === 2 && players.every(isText) && settings instanceof Object;
      if (isGame && ["first", "second", "nobody"].includes(game.winner)) return { ...game, line };
    } catch {
      // It is told below.
    }
    throw new Error(t("replay.line", { line: index + 1 }));
  });
}

const resultOf = ({ winner, ending }) => [t(`replay.won.${winner}`), maybe(`replay.by.${ending}`)].filter(Boolean).join(", ");

export function open({ catalogue, signal }) {
  const asked = address();
  let games = [];
  /** The file, packed, if it is small enough for an address. */
  let whole = null;
  /** The number of the game in the list, the game, and its positions as the back end replays them. */
  let chosen = 0;
  let game = null;
  let positions = [];
  let board = null;
  let ply = 0;
  /** What an address says of the games. */
  let text = "";
  /** The game that was asked for last. */
  let latest = null;

  const heading = h("h2", { class: "status" });
  const holder = h("div", { class: "replay-board" });
  const caption = h("p", { class: "caption" });
  const counsel = h("div", { class: "counsel", id: "counsel" });
  const record = createRecord({ go, label: t("replay.moves") });
  const steps = createSteps({ go });
  const play = h("a", { class: "button plain", id: "replay-play" }, t("editor.play"));
  const inside = insideLinks(catalogue);
  const pasted = h("textarea", { rows: 4, spellcheck: "false", id: "replay-text" });
  const chooser = h("input", { type: "file", accept: ".jsonl,.json,.txt", id: "replay-file", onchange: () => bring(chooser.files[0]?.text()) });
  const own = more(t("replay.own"),
    h("div", { class: "field" }, h("label", { for: "replay-file" }, t("replay.file")), chooser),
    h("div", { class: "field entry" }, h("label", { for: "replay-text" }, t("replay.text")), pasted,
      button(t("share.import"), () => bring(pasted.value), { id: "replay-take" })));
  const list = h("div", { class: "games", tabindex: 0, role: "group", "aria-label": t("replay.list") });

  const here = () => ({ game: game.game, settings: game.settings, position: positions[ply].position });
  const params = () => ({ text, game: chosen || null, ply: ply || null });
  const kept = keeper("replay", params, signal);

  function tell(words, kind = "") {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, words));
    say(words);
  }

  /** Takes the games of a file, and shows one of them. */
  async function take(file, { number: one = 1, at = 0, fresh = true } = {}) {
    const given = read(file);
    whole = file.length <= MAX_FILE ? await pack(file) : null;
    if (whole?.length > MAX_ADDRESS) whole = null;
    games = given;
    own.open = false;
    list.hidden = false;
    const cell = (words) => h("td", {}, words);
    replace(list, h("table", { class: "data" },
      h("caption", {}, t("replay.games", { games: games.length })),
      h("thead", {}, h("tr", {}, ["number", "game", "first", "second", "opening", "plies", "result"].map((name) => h("th", { scope: "col" }, t(`replay.${name}`))))),
      h("tbody", {}, games.map((each, index) => h("tr", {},
        h("th", { scope: "row" }, button(index + 1, () => choose(index + 1), { class: "link", "aria-label": t("replay.choose", { game: index + 1 }) })),
        cell(titleOf(each.game)), each.players.map(cell), cell(each.moves.slice(0, each.opening_plies).join(" ") || "–"),
        cell(each.moves.length), cell(resultOf(each)))))));
    await choose(Math.min(Math.max(1, Math.trunc(one)), games.length), { at: Math.max(0, Math.trunc(at)), fresh });
  }

  /** Shows a game of the list. */
  async function choose(one, { at = 0, fresh = true } = {}) {
    const mine = latest = {};
    const { line, ...wanted } = games[one - 1];
    try {
      const answer = await post("replay", wanted, signal);
      const packed = whole ?? await pack(line);
      if (mine !== latest) return;
      text = packed;
      [game, chosen, positions] = [wanted, one, answer.positions];
    } catch (error) {
      if (mine === latest) complain(error);
      return;
    }
    [...list.querySelectorAll("tbody tr")].forEach((row, index) => row.classList.toggle("current", index === one - 1));
    const { players: [starter, other] } = game;
    heading.textContent = [titleOf(game.game), writeSettings(game.settings)].filter(Boolean).join(", ");
    caption.textContent = t("replay.against", { first: starter, second: other });
    board = boardOf(game, signal);
    replace(holder, board.element);
    shown(true);
    ply = Math.min(at, game.moves.length);
    kept.now({ fresh });
    go(ply);
  }

  /** Goes to the position after so many moves. */
  function go(to) {
    const end = game.moves.length;
    ply = Math.max(0, Math.min(end, to));
    const { position, status } = positions[ply];
    board.show(position, game.moves[ply - 1]);
    heading.dataset.player = status.player ?? "";
    heading.dataset.state = status.state;
    steps.show(ply, end);
    record.show(game.moves, ply);
    inside.set(here());
    const played = playAddress({ ...here(), position: game.position }, game.moves.slice(0, ply));
    play.hidden = played === null;
    play.href = played ?? "";
    tell([moveWords(), ply === end && result()].filter(Boolean).join(" "), ply === end ? "good" : "");
    kept.later();
  }

  /** The move that led here. */
  function moveWords() {
    if (ply === 0) return t("replay.begin");
    const { player } = positions[ply - 1].status;
    const values = { ply, move: game.moves[ply - 1], player: game.players[player === "second" ? 1 : 0] };
    return t(ply <= game.opening_plies ? "replay.opened" : "replay.moved", values);
  }

  /** Who won, and how. */
  function result() {
    const { winner, reason } = game;
    const side = winner === "nobody" ? null : maybe(`${pathFor(game.game)}.${winner}`) ?? t(`duel.${winner}`);
    const who = side === null ? t("drawn") : `${t("won", { player: side })} (${game.players[winner === "first" ? 0 : 1]})`;
    return `${[who, maybe(`replay.by.${game.ending}`)].filter(Boolean).join(", ")}${reason ? ` (${reason})` : ""}.`;
  }

  /** Takes what the reader brings: a text, or a file's. */
  async function bring(given) {
    try {
      const file = await given;
      if (!file?.trim()) return note(t("share.empty"), "bad");
      await take(file);
      remember(KEPT, file.length <= MAX_KEPT ? file : "");
    } catch (error) {
      note(error.message, "bad");
    }
  }

  /** The games of the address, with the file that a single one is from if it is kept here. */
  async function begin() {
    try {
      const given = asked.text ? await unpack(asked.text).catch(() => { throw new Error(t("replay.packed")); }) : "";
      const [linked, kept] = [given, remembered(KEPT, "")].map((text) => text.trim().split(/\r?\n/));
      const number = Number(asked.game) || 1;
      // One game is shown among those of the file that it is from, if that is the one that is kept here.
      const place = kept[number - 1] === linked[0] ? number : kept.indexOf(linked[0]) + 1;
      const [games, one] = !given ? [kept, number] : linked.length === 1 && place > 0 ? [kept, place] : [linked, number];
      if (games[0]) return await take(games.join("\n"), { number: one, at: Number(asked.ply) || 0, fresh: false });
      own.open = true;
      tell(t("replay.none"));
    } catch (error) {
      if (!isAbort(error)) tell(error.message, "bad");
    }
  }

  steps.listen(window, { isOn: () => game !== null, signal });

  const links = h("div", { class: "inside" }, play, inside);
  const share = sharing({ path: "replay", params, name: () => "replay", board: () => game && here() });
  const stage = h("div", { class: "stage" }, heading, holder, caption);
  const row = steps.row();
  function shown(isGame) {
    for (const one of [stage, row, record, links, share, list]) one.hidden = !isGame;
  }

  shown(false);
  requestAnimationFrame(begin);
  return h("div", { class: "view replay-view", ondragover: (event) => event.preventDefault(), ondrop: (event) => { event.preventDefault(); bring(event.dataTransfer.files[0]?.text() ?? event.dataTransfer.getData("text")); } },
    lead("replay"),
    h("div", { class: "table" }, stage,
      h("div", { class: "side" },
        h("section", { class: "ledger actions", "aria-label": t("actions") }, counsel, row),
        h("section", { class: "ledger", "aria-label": t("ledger") }, record, links, own, share))),
    list);
}
