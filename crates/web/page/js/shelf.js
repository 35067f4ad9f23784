// What there is to open, in the order of the shelf.

const game = (path, glyph = path) => ({ path, name: `${path}.name`, glyph, load: () => import(`./views/${path}.js`) });
const duel = (path) => ({
  path, name: `${path}.name`, glyph: path,
  load: async () => {
    const { open } = await import("./views/duel.js");
    return { open: (signal) => open(path, signal) };
  },
});

export const SHELF = [
  { title: "shelf.alone", views: [game("taquin"), game("rush-hour")] },
  { title: "shelf.two", views: [duel("rocks"), duel("nim"), duel("tic-tac-toe"), duel("connect-four"), duel("breakthrough")] },
  { title: "shelf.inside", views: [game("search"), game("compare")] },
];

/** The view that an address names; the first one if it names none. */
export function viewOf(hash) {
  const path = hash.replace(/^#\//, "").split("?")[0];
  const views = SHELF.flatMap((part) => part.views);
  return views.find((view) => view.path === path) ?? views[0];
}
