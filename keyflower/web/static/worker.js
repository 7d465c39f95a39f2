// Shows a page of its own when there is no connection; games are never kept here.
const NAME = "keyflower-2", KEPT = ["/static/offline.html", "/static/table.css", "/static/icon.svg"];
self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event, path = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/static/offline.html")));
  else if (KEPT.includes(path)) event.respondWith(fetch(request).catch(() => caches.match(path)));
});
