// The cards of Rush Hour.

import { get } from "../api.js";
import { number, t } from "../i18n.js";
import { menu } from "../widgets.js";

let classic;

/** The forty classic cards; asked for once. */
export function cards() {
  classic ??= get("rush-hour/cards").then(({ cards }) => cards, (error) => { classic = undefined; throw error; });
  return classic;
}

/** What a card's menu entry says: its number, and what it takes. */
function title({ name, steps, slides, rocks }, kind) {
  const card = number(Number(name.replace(/\D/g, "")));
  if (kind === "rocks") return t(rocks === null ? "card.held" : "card.rocks", { card, rocks });
  return t("card", { card, count: kind === "steps" ? steps : slides });
}

/** A menu of the cards, the first of them, and the one after the one that is chosen. `kind` is what is counted. */
export async function cardMenu(chosen, kind, onchange) {
  const all = await cards();
  const options = all.map((card) => [card.position, title(card, kind)]);
  const known = all.some(({ position }) => position === chosen);
  if (chosen && !known) options.unshift([chosen, t("card.own")]);
  return { element: menu(t("cards"), options, chosen ?? all[0].position, onchange), first: all[0].position, next: all[(all.findIndex(({ position }) => position === chosen) + 1) % all.length].position };
}
