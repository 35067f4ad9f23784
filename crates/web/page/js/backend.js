// Who answers: the server. A page without a server has `backends/worker.js` in its place.

export { get, post, reach, stream } from "./backends/server.js";
