// The games that the server has, with their algorithms and the options of searches.

import { get } from "./api.js";
import { maybe } from "./i18n.js";

let known;

/** `{ games, options }`, as described at /api/openapi.json; asked for once. */
export function catalogue() {
  known ??= get("games").catch((error) => { known = undefined; throw error; });
  return known;
}

export const gameNamed = ({ games }, name) => games.find((game) => game.name === name);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a game is called on the page. */
export const titleOf = (name) => maybe(`${name}.name`) ?? capital(name.replaceAll("-", " "));

/** A sentence on a game. */
export const summaryOf = ({ name, summary }) => maybe(`${name}.lead`) ?? `${capital(summary)}.`;

/**
 * A search as the server reads it, such as `pvs:depth=6`. `values`: the options by name; those that
 * the algorithm does not take are left out, and those without a value.
 */
export function specification({ name, options }, values) {
  const set = options.filter((option) => (values[option] ?? "") !== "");
  return [name, ...set.map((option) => values[option] === true ? option : `${option}=${values[option]}`)].join(":");
}

/** Settings as lessons and addresses write them: `size=4x4 goal=blank-last`. */
export const writeSettings = (settings = {}) => Object.entries(settings).map((pair) => pair.join("=")).join(" ");

/** The settings of such a text; one without a value is undefined. */
export const readSettings = (text = "") => Object.fromEntries(text.split(/\s+/).filter(Boolean).map((pair) => {
  const [name, value] = pair.split("=");
  return [name, value || undefined];
}));

/** The name of the algorithm and the options of a search that is written so. */
export function parseSpecification(text) {
  const [name, ...options] = text.split(":");
  const values = {};
  for (const option of options) {
    const [, key, value] = option.match(/^([^=]*)(?:=(.*))?$/);
    values[key] = value ?? true;
  }
  return { name, values };
}
