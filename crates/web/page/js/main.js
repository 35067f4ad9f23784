// The frame of the page: masthead, shelf, and the view that the address names.

import { arrive, lastAddress, pathOf, stay } from "./address.js";
import { complain, note } from "./announce.js";
import { reach } from "./api.js";
import { catalogue } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { LANGUAGES, currentLanguage, loadWords, setLanguage, t } from "./i18n.js";
import { remember, remembered } from "./store.js";
import { icon } from "./icons.js";
import { shelfOf, viewOf } from "./shelf.js";

const THEMES = ["auto", "light", "dark"];
let theme = remembered("theme", "auto");
let leave = null;
/** The path of the view that is shown, and the opening that is under way. */
let shown = null;
let opening = null;
/** The parts of the shelf, once the server has said what there is. */
let parts = [];

function setTheme(to) {
  theme = to;
  remember("theme", to);
  document.documentElement.dataset.theme = to;
}

function masthead() {
  const nextTheme = () => {
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
    paintFrame();
    document.getElementById("theme").focus();
  };
  const other = Object.keys(LANGUAGES).find((one) => one !== currentLanguage());
  const switchLanguage = async () => {
    await reach();
    await setLanguage(other);
    paintFrame();
    openView(false).catch(complain);
    document.getElementById("language").focus();
  };
  replace(document.getElementById("masthead"),
    h("a", { class: "brand", href: "#/" }, h("img", { src: new URL("../icon.svg", import.meta.url).href, alt: "" }), h("b", {}, "tesuji")),
    h("span", { class: "motto" }, t("motto")),
    h("div", { class: "preferences" },
      h("button", { class: "icon-button", id: "language", type: "button", lang: other, "aria-label": `${other.toUpperCase()}, ${LANGUAGES[other]}`, title: LANGUAGES[other], onclick: () => switchLanguage().catch(complain) }, other.toUpperCase()),
      h("button", { class: "icon-button", id: "theme", type: "button", "aria-label": t(`theme.${theme}`), title: t(`theme.${theme}`), onclick: nextTheme }, icon(theme))));
}

function shelf() {
  const here = shown ?? viewOf(parts, location.hash)?.path;
  const link = ({ path, title, glyph }) => h("li", {},
    h("a", { href: lastAddress(path), "aria-current": path === here ? "page" : null }, icon(glyph), title()));
  const nav = document.getElementById("shelf");
  nav.setAttribute("aria-label", t("shelf"));
  replace(nav, parts.map(({ title, views }) => [h("h2", {}, t(title)), h("ul", {}, views.map(link))]));
  nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

function paintFrame() {
  document.documentElement.lang = currentLanguage();
  document.documentElement.dataset.theme = theme;
  document.getElementById("skip").textContent = t("skip");
  masthead();
  shelf();
}

/** Opens the view that the address names; if it cannot be had, the one that is shown stays with its address. */
async function openView(focus) {
  const view = viewOf(parts, location.hash);
  if (!view) return;
  const mine = opening = {};
  const path = pathOf(location.hash);
  let open, known;
  try {
    if (shown !== null) await reach();
    [{ open }, known] = await Promise.all([view.load(), catalogue()]);
  } catch (error) {
    if (opening === mine && shown !== null) stay();
    throw error;
  }
  // Another view may have been asked for, and its opening be about to begin.
  if (opening !== mine || pathOf(location.hash) !== path) return;
  arrive();
  shown = view.path;
  shelf();
  if (path && path !== view.path) note(t("no-view", { path }));
  leave?.abort();
  leave = new AbortController();
  const { signal } = leave;
  const main = document.getElementById("main");
  document.title = `${view.title()} – tesuji`;
  const made = await open({ path: view.path, catalogue: known, signal });
  if (signal.aborted) return;
  replace(main, made);
  if (focus) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", () => openView(true).catch(complain));
Promise.all([catalogue(), loadWords()]).then(([known]) => {
  parts = shelfOf(known);
  paintFrame();
  return openView(false);
}).catch(complain);
