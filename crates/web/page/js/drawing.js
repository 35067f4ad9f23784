// A drawing that the server made: SVG from any game, of which only what draws comes into the page.

import { h, svg } from "./dom.js";

/** The elements that are copied; scripts, links, animations and other documents are not. */
const ELEMENTS = new Set([
  "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
  "tspan", "textPath", "title", "desc", "marker", "pattern", "clipPath", "mask", "linearGradient", "radialGradient",
  "stop", "filter", "feGaussianBlur", "feOffset", "feMerge", "feMergeNode", "feFlood", "feComposite", "feDropShadow",
]);

/** Handlers of events, and references to anything but the drawing's own parts. */
const isHarmful = (name, value) => /^on/i.test(name) || (/(^|:)(href|src)$/i.test(name) && !value.trim().startsWith("#"));

/** How the page marks moves in a drawing. */
const MARKS = `
  svg { display: block; width: min(100%, calc(var(--tall, 66vh) * var(--ratio, 100))); height: auto; margin-inline: auto; }
  [data-move] { cursor: default; }
  .tesuji-open { cursor: pointer; }
  @media (hover: hover) { .tesuji-open:hover { opacity: .7; } }
  .tesuji-hinted { stroke: var(--seal); stroke-width: 3px; filter: drop-shadow(0 0 2px var(--seal)); }
`;

/** What stands for an element and an attribute that the content policy forbids to parse. */
const [STYLES, STYLE] = ["tesuji-styles", "data-tesuji-style"];

/** The same text with styles under other names, and without handlers of events. */
const permitted = (text) => text.replace(/<[^<>]*>/g, (tag) =>
  tag.replace(/^(<\/?)(?:[\w-]+:)?style\b/, `$1${STYLES}`)
    .replace(/([\w:-]+)(\s*=\s*(?:"[^"]*"|'[^']*'))/g, (attribute, name, value) => {
      if (name === "style") return STYLE + value;
      return /^on/i.test(name) ? "" : attribute;
    }));

/** Copies an element with its children; the texts of style elements go to `styles`. */
function copy(element, styles) {
  if (element.localName === STYLES) {
    styles.push(element.textContent);
    return null;
  }
  if (!ELEMENTS.has(element.localName)) return null;
  const made = svg(element.localName, {});
  for (const { name, namespaceURI, value } of element.attributes) {
    if (isHarmful(name, value) || name === "xmlns" || name.startsWith("xmlns:")) continue;
    // The content policy forbids the attribute, not the properties.
    if (name === STYLE) made.style.cssText = value;
    else made.setAttributeNS(namespaceURI, name, value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const copied = copy(child, styles);
      if (copied) made.append(copied);
    }
  }
  return made;
}

/** The styles of a drawing; its dark ones go by the page's colours, not by the system's. */
function sheet(text) {
  const made = new CSSStyleSheet();
  // Not in every browser can styles ask for those.
  const dark = getComputedStyle(document.body).getPropertyValue("--asked") && "@container style(--scheme: dark)";
  made.replaceSync(text.replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, dark || "$&"));
  return made;
}

/**
 * A drawing whose elements with `data-move` are moves. It has a tree of its own, so that neither its
 * styles nor its names get mixed up with the page's. `onmove(move)` when an open one is clicked.
 */
export function createDrawing({ onmove }) {
  const element = h("div", { class: "drawing" });
  const root = element.attachShadow({ mode: "open" });
  const marks = sheet(MARKS);
  let open = new Set();
  let shown = null;

  const moveAt = (event) => event.target.closest?.("[data-move]")?.dataset.move;

  root.addEventListener("click", (event) => {
    const mv = moveAt(event);
    if (open.has(mv)) onmove(mv);
  });

  function draw(text) {
    const parsed = new DOMParser().parseFromString(permitted(text), "image/svg+xml");
    const styles = [];
    const drawn = parsed.querySelector("parsererror") ? null : copy(parsed.documentElement, styles);
    const [width, height] = ["width", "height"].map((side) => parseFloat(drawn?.getAttribute(side)));
    // Without a view box it would not grow and shrink with the page.
    if (width > 0 && height > 0 && !drawn.hasAttribute("viewBox")) drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const box = drawn?.viewBox.baseVal;
    // As wide as its height allows, so that a point of it is found by its box.
    if (box?.height > 0) drawn.style.setProperty("--ratio", box.width / box.height);
    root.adoptedStyleSheets = [...styles.map(sheet), marks];
    root.replaceChildren(drawn ?? h("pre", {}, text));
  }

  /** Shows a drawing, in which the moves of `legal` can be clicked. */
  function show(text, { label, legal = [], hint = null }) {
    if (shown !== text) draw(text);
    shown = text;
    open = new Set(legal);
    // No picture before it has a name.
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
    for (const part of root.querySelectorAll("[data-move]")) {
      part.classList.toggle("tesuji-open", open.has(part.dataset.move));
      part.classList.toggle("tesuji-hinted", part.dataset.move === hint);
    }
  }

  return { element, show };
}
