import type { Context, Handler } from "hono";
import { hasCurrent } from "../app/lib/http/conditional-response.server";
import type { ByteRange } from "../app/lib/media-deps";
import type { AppEnv } from "./context";

const KEY = /^\/media\/((?:[a-z0-9][a-z0-9._-]*\/)*[a-z0-9][a-z0-9._-]*)$/;
const LONGEST_KEY = 200;

/**
 * `/media/{key}`: stored objects such as uploaded pictures, served inert. Supports ranges (RFC 9110
 * §14), which WebKit requires for video and seeking needs.
 */
export const mediaRoutes: Handler<AppEnv> = (c) => {
  const key = KEY.exec(c.req.path)?.[1];
  return serveStored(
    c,
    key && key.length <= LONGEST_KEY ? key : null,
    "public, max-age=31536000, immutable",
  );
};

/**
 * An object of the store, whole or in part. @param known its key; null for an address that is none
 */
export async function serveStored(
  c: Context<AppEnv>,
  known: string | null,
  cacheControl: string,
): Promise<Response> {
  const store = c.get("info").deps.media;
  const asked = c.req.header("Range");
  const whole = known && asked ? await store.head(known) : null;
  // Another version's parts would not fit together.
  const range =
    whole && [undefined, whole.etag].includes(c.req.header("If-Range"))
      ? rangeOf(asked, whole.size)
      : null;
  const object =
    known && range !== "unsatisfiable" ? await store.get(known, range ?? undefined) : null;
  if (whole && range === "unsatisfiable")
    return c.body(null, 416, { "Content-Range": `bytes */${whole.size}` });
  if (!object) return c.text("Not Found", 404);
  const headers = {
    "Content-Type": object.contentType,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    ETag: object.etag,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  };
  if (hasCurrent(c.req.raw, object.etag)) {
    await object.body.cancel();
    return c.body(null, 304, headers);
  }
  if (!range || range === "unsatisfiable")
    return c.body(object.body, 200, { ...headers, "Content-Length": String(object.size) });
  const { offset, length } = range;
  return c.body(object.body, 206, {
    ...headers,
    "Content-Length": String(length),
    "Content-Range": `bytes ${offset}-${offset + length - 1}/${object.size}`,
  });
}

/** The part of a Range header; null when invalid or multiple: then the whole is sent. */
function rangeOf(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [found, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!found || first + last === "") return null;
  const offset = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return offset > end ? "unsatisfiable" : { offset, length: end - offset + 1 };
}
