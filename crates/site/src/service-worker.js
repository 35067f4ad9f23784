// Keeps the page of this version: its files at once, a module when it is first used, and the other
// modules when the page says that it is at rest. Another site of the same origin has its own.
//
// FILES and MODULES have the hash of each file, which the browser compares: what the server has of
// another version is never kept, and a page that is answered here has nothing of it.

const NAME = `tesuji ${registration.scope} `;
const ALL = { ...FILES, ...MODULES };

const kept = () => caches.open(NAME + VERSION);

/** Asks the server, as the browser may still have a file of another version. */
const fresh = (path) => new Request(path, { cache: "no-cache", integrity: ALL[path] });

const keep = async (paths) => {
  const cache = await kept();
  for (const path of paths) {
    if (!await cache.match(path)) await cache.add(fresh(path));
  }
};

addEventListener("install", (event) => {
  event.waitUntil(kept().then((cache) => cache.addAll(Object.keys(FILES).map(fresh))));
});

// A page that is open already stays with the server: it may be of another version.
addEventListener("activate", (event) => {
  const discard = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
  };
  event.waitUntil(discard());
});

addEventListener("message", (event) => {
  if (event.data === "keep all") event.waitUntil(keep(Object.keys(MODULES)));
});

const answer = async (path) => {
  const cache = await kept();
  const found = await cache.match(path);
  if (found) return found;
  const response = await fetch(fresh(path));
  await cache.put(path, response.clone());
  return response;
};

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  const path = url.slice(registration.scope.length).replace(/[?#].*/, "") || "./";
  if (Object.hasOwn(ALL, path)) event.respondWith(answer(path));
});
