// What there is to open, in the order of the shelf: the views of the page's own, for the games that
// the server has, then its other games.

import { pathOf } from "./address.js";
import { titleOf } from "./catalogue.js";
import { t } from "./i18n.js";

/** The views for particular games, which name them. */
const OWN = [
  { path: "taquin", games: ["taquin"], load: () => import("./views/puzzle.js") },
  { path: "rush-hour", games: ["rush-hour"], load: () => import("./views/puzzle.js") },
  { path: "grid", games: ["grid"], load: () => import("./views/puzzle.js") },
  { path: "sokoban", games: ["sokoban"], load: () => import("./views/puzzle.js") },
  { path: "rocks", games: ["rush-hour-rocks"], load: () => import("./views/duel.js") },
  { path: "nim", games: ["simple-nim", "nim", "grundy", "octal"], load: () => import("./views/duel.js") },
  { path: "tic-tac-toe", games: ["tic-tac-toe"], load: () => import("./views/duel.js") },
  { path: "connect-four", games: ["connect-four"], load: () => import("./views/duel.js") },
  { path: "breakthrough", games: ["breakthrough"], load: () => import("./views/duel.js") },
];

const INSIDE = [
  { path: "search", glyph: "search", load: () => import("./views/search.js") },
  { path: "compare", glyph: "compare", load: () => import("./views/compare.js") },
  { path: "race", glyph: "race", load: () => import("./views/race.js") },
  { path: "replay", glyph: "replay", load: () => import("./views/saved_games.js") },
  { path: "lessons", glyph: "lessons", load: () => import("./views/lessons.js") },
].map((view) => ({ ...view, title: () => t(`${view.path}.name`) }));

/** The path of the view in which a game is played. */
export const pathFor = (game) => OWN.find(({ games }) => games.includes(game))?.path ?? game;

/** The parts of the shelf for what the server has. */
export function shelfOf({ games }) {
  const views = { 1: [], 2: [] };
  for (const { path, games: names, load } of OWN) {
    const game = games.find(({ name }) => names.includes(name));
    if (game) views[game.players].push({ path, glyph: path, title: () => t(`${path}.name`), load });
  }
  const known = OWN.flatMap(({ games: names }) => names);
  for (const { name, players } of games.filter((game) => !known.includes(game.name))) {
    const load = () => players === 1 ? import("./views/puzzle.js") : import("./views/duel.js");
    views[players].push({ path: name, glyph: players === 1 ? "alone" : "two", title: () => titleOf(name), load });
  }
  return [
    { title: "shelf.alone", views: views[1] },
    { title: "shelf.two", views: views[2] },
    { title: "shelf.inside", views: INSIDE.filter(({ path }) => path !== "replay" || views[2].length > 0) },
  ].filter((part) => part.views.length > 0);
}

/** The view that an address names; the first one if it names none. */
export function viewOf(shelf, hash) {
  const path = pathOf(hash);
  const views = shelf.flatMap((part) => part.views);
  return views.find((view) => view.path === path) ?? views[0];
}
