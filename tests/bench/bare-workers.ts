/** Reference Workers: the product's figures are ratios against these. */
export const BARE_WORKERS = {
  /** One indexed SELECT of 24 rows as JSON; constants for the paths that the product has them at. */
  select: `export default {
  async fetch(request, env) {
    if (request.url.endsWith("/healthz") || request.url.endsWith("/offline")) return new Response("ok");
    const { results } = await env.DB.prepare("SELECT * FROM events WHERE is_over = 0 ORDER BY ends_at LIMIT 24").all();
    return Response.json(results);
  }
};`,
  /** A body of the given size from the Cache API. */
  cache: `export default {
  async fetch(request) {
    const url = new URL(request.url);
    const key = url.origin + "/bare" + url.search;
    const hit = await caches.default.match(key);
    if (hit) return hit;
    const headers = { "Cache-Control": "public, max-age=600", "Content-Type": "text/html" };
    const response = new Response("x".repeat(Number(url.searchParams.get("size"))), { headers });
    await caches.default.put(key, response.clone());
    return response;
  }
};`,
  /** A constant of the given size. */
  constant: `const bodies = new Map();
export default {
  fetch(request) {
    const size = Number(new URL(request.url).searchParams.get("size"));
    if (!bodies.has(size)) bodies.set(size, "x".repeat(size));
    return new Response(bodies.get(size), { headers: { "Content-Type": "text/html" } });
  }
};`,
} as const;
