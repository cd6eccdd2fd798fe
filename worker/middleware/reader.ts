import { createMiddleware } from "hono/factory";
import { ANONYMOUS_READER, READER_HEADER } from "../../app/lib/http/reader-header";
import type { AppEnv } from "../context";

/**
 * Names the reader of a response. Outside the page cache, whose entries name no reader; shared
 * responses have none.
 */
export const nameReader = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && headers.get("Cache-Control")?.startsWith("private"))
    headers.set(READER_HEADER, c.get("info").signedIn?.id ?? ANONYMOUS_READER);
});
