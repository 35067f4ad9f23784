// What the views have in common.

import { addressOf } from "../address.js";
import { complain } from "../announce.js";
import { post } from "../api.js";
import { capital, gameNamed, summaryOf, titleOf, writeSettings } from "../catalogue.js";
import { h } from "../dom.js";
import { maybe, t } from "../i18n.js";
import { entry, fields } from "../widgets.js";

/** The title of a view and a sentence on what it is. */
export const lead = (name) => [h("h1", {}, t(`${name}.name`)), h("p", { class: "lead" }, t(`${name}.lead`))];

/** The same for a game of the catalogue. */
export const leadOf = (game) => [h("h1", {}, titleOf(game.name)), h("p", { class: "lead" }, summaryOf(game))];

/** How a board is played, in the view's words, or in those for any game; without keys where there are none. */
export function helpOn(path, any) {
  const [own] = [`${path}.help`, any].filter(maybe);
  return h("p", { class: "help" }, maybe(matchMedia("(hover: none) and (pointer: coarse)").matches ? `${own}.touch` : own) ?? t(own));
}

/** What the address says of the view, not of the game's settings. */
const RESERVED = ["position", "side", "opponent", "values", "moves"];

/** The settings that are one of a few words, by name; the first one is the default. */
const CHOICES = {
  "grid.directions": ["8", "4"],
  "sokoban.metric": ["moves", "pushes"],
  "rush-hour.metric": ["steps", "slides"],
  "taquin.goal": ["blank-first", "blank-last"],
  "setting.rules": ["normal", "misere"],
};

/** What is in the field of a setting that is not given. */
const EXAMPLES = { size: "4x3", take: "any", code: "0.77", microban: "1", rows: "2" };

/** What the page knows of settings of a name in any game; in a game of one's own, it may mean something else. */
const general = (game, known) => maybe(`${game}.name`) && known;

/** The page's words on a setting of a game, or on a setting of that name in any game. */
const wordsOn = (game, name, ending = "") => maybe(`${game}.${name}${ending}`) ?? general(game, maybe(`setting.${name}${ending}`));

/** Fields for the settings of a game; `apply(settings)` gets those that are given. Null if it has none. */
export function settingFields(game, values, apply) {
  const all = game.settings.map(({ name, value, summary }) => {
    const choices = CHOICES[`${game.name}.${name}`] ?? general(game.name, CHOICES[`setting.${name}`]);
    return {
      name, label: wordsOn(game.name, name) ?? name, hint: wordsOn(game.name, name, ".hint") ?? capital(summary), example: general(game.name, EXAMPLES[name]) ?? (/^[A-Z]+$/.test(value) ? "" : value), value: values[name],
      choices: choices?.map((one) => [one, wordsOn(game.name, name, `.${one}`) ?? one]),
    };
  });
  if (all.length === 0) return null;
  return fields(t("settings"), all, t("set"), (given) => apply(Object.fromEntries(Object.entries(given).filter(([, value]) => value))));
}

/**
 * The same position under other settings; their first one if that is another than before, as those
 * settings choose the board.
 */
export async function under(settings, at, signal) {
  const firsts = [at.settings, settings].map((one) => post("position", { game: at.game, settings: one }, signal));
  const [before, after] = await Promise.all(firsts);
  return { ...at, settings, position: before.position === after.position ? at.position : undefined };
}

/**
 * How a game that the page has no view of its own for is set up: by its settings and a position.
 * `begin(at)` starts from there, `place(position, settings)` sets what is begun with next, and
 * `params()` is what an address says of it all.
 */
export const plainSetup = (game) => (asked, begin, _, signal) => {
  const given = game.settings.filter(({ name }) => asked[name] && !RESERVED.includes(name));
  let settings = Object.fromEntries(given.map(({ name }) => [name, asked[name]]));
  let position = asked.position;
  const at = () => ({ game: game.name, settings, position: position || undefined, svg: true });
  const place = (text, others = settings) => { [position, settings] = [text, others]; };
  const form = settingFields(game, settings, async (others) => {
    try {
      const next = await under(others, at(), signal);
      place(next.position, others);
      begin(at());
    } catch (error) {
      complain(error);
    }
  });
  const own = entry(t("search.position"), { value: position ?? "", action: t("set"), hint: wordsOn(game.name, "notation") ?? capital(game.notation) }, (text) => {
    place(text);
    begin(at());
  });
  const began = (first) => {
    form?.set(first.settings);
    own.set(first.position);
  };
  const params = () => ({ ...settings, position });
  return { at, params, place, elements: [form, own], began, ready: Promise.resolve() };
};

/**
 * Keeps what is above a docked panel clear of it: when the panel or the board changes its size, the page
 * scrolls as far as the panel would lie on the board.
 */
export function dock(panel, board, signal) {
  const observer = new ResizeObserver(() => {
    const [{ top, bottom }, { bottom: end }] = [panel, board].map((one) => one.getBoundingClientRect());
    const isDocked = getComputedStyle(panel).position === "sticky" && Math.abs(bottom - innerHeight) < 1;
    if (isDocked && end > top && end < innerHeight + 100) scrollBy(0, end - top + 8);
  });
  [panel, board].forEach((one) => observer.observe(one));
  signal.addEventListener("abort", () => observer.disconnect());
  return panel;
}

/** Links for new visitors: where to begin. */
export const startLinks = () => h("p", { class: "start" }, t("start"), " ",
  h("a", { href: addressOf("search", { game: "tic-tac-toe", search: "alpha-beta" }) }, t("start.search")), " · ",
  h("a", { href: "#/lessons" }, t("lessons.name")), " · ", h("a", { href: "#/race" }, t("race.name")));

/** The views that look inside a search. */
const INSIDE = ["search", "race", "compare"];

/**
 * Links to the views of searches, with a position and perhaps a search; `set(at)` says which. `without`
 * leaves the view out that they are in.
 */
export function insideLinks(catalogue, { without = null } = {}) {
  const links = INSIDE.filter((path) => path !== without).map((path) => [path, h("a", { class: "button plain", "data-inside": path }, t(`inside.${path}`))]);
  const element = h("div", { class: "inside", role: "group", "aria-label": t("inside") }, h("small", {}, t("inside")), h("div", { class: "buttons" }, links.map(([, link]) => link)));
  element.set = ({ game, settings, position, search }) => {
    const recorded = gameNamed(catalogue, game).algorithms.filter((one) => one.recorded).length;
    const least = { search: 1, race: 2, compare: 0 };
    for (const [path, link] of links) {
      link.hidden = recorded < least[path];
      link.setAttribute("href", addressOf(path, { game, settings: writeSettings(settings), position, search }));
    }
  };
  return element;
}
