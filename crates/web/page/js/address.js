// The address of the page, `#/view?name=value`: all that a view needs to show the same again. Back,
// reload and a link therefore bring back a game with its moves, or a search at its step.

const PREFIX = "tesuji.last.";

/** The view that an address names. */
export function pathOf(hash) {
  const path = hash.replace(/^#\//, "").split("?")[0];
  try {
    return decodeURIComponent(path);
  } catch {
    // A mistyped address names no view.
    return path;
  }
}

/** What an address says after the name of the view: `#/taquin?size=4x4`. */
export const valuesOf = (hash) => Object.fromEntries(new URLSearchParams(hash.split("?")[1] ?? ""));

/** The same for the address of the page. */
export const address = () => valuesOf(location.hash);

/** The address of a view with these values; those without a value are left out. */
export function addressOf(path, values) {
  const given = Object.entries(values).filter(([, value]) => (value ?? "") !== "" && value !== false);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${encodeURIComponent(path)}${query && `?${query}`}`;
}

/** The address whose view is shown. */
let shown = location.hash;

/** Says that the view of the page's address is being opened; one that a link sets up is returned to as well. */
export function arrive() {
  shown = location.hash;
  if (shown.includes("?")) store(pathOf(shown), shown);
}

/** Makes the address that of the view that is still shown, as the one asked for could not be opened. */
export function stay() {
  if (location.hash !== shown) history.replaceState(null, "", shown || "#/");
}

/** Keeps the last address of a view. */
function store(path, hash) {
  try {
    sessionStorage.setItem(PREFIX + path, hash);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/**
 * Makes this the address of the page; the one before stays in the history if `fresh`. An address that
 * was just asked for, and whose view is about to be opened, is left alone.
 */
export function keep(path, values, { fresh = false } = {}) {
  const hash = addressOf(path, values);
  if (hash === location.hash || location.hash !== shown) return;
  try {
    if (fresh) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    arrive();
  } catch {
    // A browser that takes only so many changes at a time still plays.
  }
  document.querySelector("#shelf [aria-current]")?.setAttribute("href", hash);
}

/**
 * Keeps what `params()` says of a view: `now({ fresh })` at once, `later()` once the reader pauses, as
 * browsers take only so many changes, or follows a link.
 */
export function keeper(path, params, signal) {
  let [timer, waiting] = [null, null];
  function flush(how) {
    if (waiting && !signal.aborted) keep(path, waiting, how);
    waiting = null;
  }
  function later() {
    waiting = params();
    if (timer === null) flush();
    clearTimeout(timer);
    timer = setTimeout(() => { timer = null; flush(); }, 150);
  }
  function now(how) {
    flush();
    waiting = params();
    flush(how);
  }
  addEventListener("click", () => flush(), { capture: true, signal });
  return { now, later };
}

/** The last address of a view in this tab, so that a look at another view ends no game. */
export function lastAddress(path) {
  try {
    return sessionStorage.getItem(PREFIX + path) ?? `#/${path}`;
  } catch {
    return `#/${path}`;
  }
}

/** Moves in an address are separated by spaces. */
export const movesOf = (text) => (text ?? "").split(" ").filter(Boolean);
