import { createMiddleware } from "hono/factory";
import { ANONYMOUS_READER, READER_HEADER } from "../../app/lib/http/reader-header";
import type { AppEnv } from "../context";

/** Says whose page an answer is. Outside the page cache, so that what it keeps names nobody; what others may keep says nothing. */
export const nameReader = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && headers.get("Cache-Control")?.startsWith("private")) c.header(READER_HEADER, c.var.info.signedIn?.id ?? ANONYMOUS_READER);
});
