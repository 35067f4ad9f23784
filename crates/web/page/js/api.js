// What the page asks of the searches, as described in openapi.json.

export { get, post, reach, stream } from "./backend.js";
export { isAbort } from "./backends/errors.js";

/** A number that seeds what is drawn at random. */
export const seed = () => Math.floor(Math.random() * 2 ** 48);
