import type { Handler } from "hono";
import type { AppEnv } from "./context";

const KEY = /^\/media\/((?:[a-z0-9][a-z0-9._-]*\/)*[a-z0-9][a-z0-9._-]*)$/;
const LONGEST_KEY = 200;

/** `/media/{key}`: stored objects, such as pictures that people have sent. They are shown, never run. */
export const media: Handler<AppEnv> = async (c) => {
  const key = KEY.exec(c.req.path)?.[1];
  const object = key && key.length <= LONGEST_KEY ? await c.var.info.deps.media.get(key) : null;
  if (!object) return c.text("Not Found", 404);
  const headers = {
    "Content-Type": object.contentType,
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: object.etag,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  };
  if (c.req.header("If-None-Match") === object.etag) {
    await object.body.cancel();
    return c.body(null, 304, headers);
  }
  return c.body(object.body, 200, { ...headers, "Content-Length": String(object.size) });
};
