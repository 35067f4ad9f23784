// Keeps the page of this version: its files at once, a module when it is first used, and the other
// modules when the page says that it is at rest. Another site of the same origin has its own.

const NAME = `tesuji ${registration.scope} `;

const kept = () => caches.open(NAME + VERSION);

/** Asks the server, as the browser may still have a file of another version. */
const fresh = (path) => new Request(path, { cache: "no-cache" });

const keep = async (paths) => {
  const cache = await kept();
  for (const path of paths) {
    if (!await cache.match(path)) await cache.add(fresh(path));
  }
};

addEventListener("install", (event) => {
  event.waitUntil(kept().then((cache) => cache.addAll(["./", ...PAGE].map(fresh))));
});

addEventListener("activate", (event) => {
  const discard = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(discard());
});

addEventListener("message", (event) => {
  if (event.data === "keep all") event.waitUntil(keep(MODULES));
});

const answer = async (request) => {
  const cache = await kept();
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  if (!MODULES.includes(request.url.slice(registration.scope.length))) return fetch(request);
  const response = await fetch(fresh(request));
  if (response.ok) await cache.put(request, response.clone());
  return response;
};

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
