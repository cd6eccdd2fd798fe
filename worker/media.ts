import type { Handler } from "hono";
import type { AppEnv } from "./context";

/** Keys as we make them; nothing else is looked for. */
const KEY = /^\/media\/((?:users|events)\/[0-9a-f-]{36}\/[A-Za-z0-9_-]{1,64}\.(?:jpg|png|webp|avif|gif|mp4|webm))$/;

/** GET /media/*: what people have uploaded. A new file gets a new name, so browsers may keep each for ever. */
export const media: Handler<AppEnv> = async (c) => {
  const key = KEY.exec(new URL(c.req.url).pathname)?.[1];
  const file = key ? await c.var.info.deps.media.get(key) : null;
  if (!file) return c.text("Not Found", 404);
  const headers = {
    "Content-Type": file.contentType,
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: file.etag,
    // Whatever it is, it must not act as a page of ours (ASVS 3.2.1).
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  if (c.req.header("If-None-Match") === file.etag) {
    await file.body.cancel();
    return c.body(null, 304, headers);
  }
  return c.body(file.body, 200, { ...headers, "Content-Length": String(file.size) });
};
