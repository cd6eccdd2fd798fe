import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";

const METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/** Forms and links use only these methods. Remix would pass any other method to the page's action. */
export const formMethods = createMiddleware<AppEnv>(async (c, next) => {
  if (!METHODS.includes(c.req.method))
    return c.text("Method Not Allowed", 405, { Allow: METHODS.join(", ") });
  await next();
});

/** Files, not pages: no client requests their `.data`. */
const FILES =
  /^\/(robots\.txt|sitemap\.xml|manifest\.webmanifest|events\/[^/]+\/(ics|share))\.data$/;

/**
 * Remix answers the URL of any route followed by `.data`. Files have none: 404.
 */
export const pagesHaveData = createMiddleware<AppEnv>(async (c, next) => {
  if (FILES.test(c.req.path)) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  await next();
});

/** Ids and slugs behind these are lower case (decisions.md §2). */
const NAMED =
  /^((?:\/api\/v1)?\/(?:events|cities|categories|users)\/)([A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*)(\/.*)?$/;

/** Redirects ids and slugs with capitals to the canonical address. */
export const lowerCaseNames = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") {
    const { url } = c.get("info");
    const [, before, name, after = ""] = NAMED.exec(url.pathname) ?? [];
    if (before && name)
      return c.redirect(`${before}${name.toLowerCase()}${after}${url.search}`, 308);
  }
  await next();
});
