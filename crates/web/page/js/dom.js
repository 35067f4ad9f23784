// Making elements. `h("button", { class: "quiet", onclick }, "text", child)`.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, to] of Object.entries(value)) element.style.setProperty(key, to);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const controlsOf = (element) => [...element.querySelectorAll("a[href], button, input, select, summary, textarea")];

/**
 * Puts `children` in place of what an element holds. If a control in it has the focus, the one in its
 * place has it afterwards.
 */
export function replace(element, ...children) {
  const place = controlsOf(element).indexOf(document.activeElement);
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (place >= 0) controlsOf(element)[place]?.focus({ preventScroll: true });
}

/** Whether the reader would rather have things stand still. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A promise of `milliseconds` from now, broken off when `signal` aborts. */
export function wait(milliseconds, signal) {
  return new Promise((done, broken) => {
    if (signal?.aborted) return broken(signal.reason);
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); broken(signal.reason); }, { once: true });
  });
}
