// Drawings as files.

import { h } from "./dom.js";

/** The width of a picture in pixels. */
const WIDTH = 1600;

/** Offers a file to the reader. */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A drawing as PNG. */
export async function pngOf(text) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = h("canvas", {});
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The properties that a drawing takes along, each of them an attribute as well. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family", "text-anchor", "paint-order", "display"];

/** An SVG element of the page as a document of its own, with the colours that it has on the page. */
export function standalone(element, { x, y, width, height }) {
  const copy = element.cloneNode(true);
  const originals = [element, ...element.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((one, index) => {
    const style = getComputedStyle(originals[index]);
    one.removeAttribute("class");
    one.removeAttribute("style");
    for (const name of STYLES) one.setAttribute(name, style.getPropertyValue(name));
  });
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--sheet");
  const inside = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="${x} ${y} ${width} ${height}">`
    + `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paper}"/>${inside}</svg>`;
}
