import { type Context, type Handler, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { paths } from "../app/lib/paths";
import { setWeekSubscription } from "../app/modules/discovery/weeks/subscriptions.server";
import { publicKeys } from "../app/modules/identity/tokens/signing-keys.server";
import { setSubscription } from "../app/modules/notifications/unsubscribe.server";
import { api } from "./api/v1";
import { bots } from "./bots";
import type { AppEnv } from "./context";
import { coverKey, covers } from "./covers";
import { embed, embedFront, embedKey, oembed } from "./embed";
import { answerUncaught, drawnFailures } from "./failures";
import { feeds } from "./feeds";
import { deepHealth, health } from "./health";
import { mailClicked, mailOpened, oneClickUnsubscribe } from "./mail-links";
import { maps } from "./maps";
import { mcp } from "./mcp/mcp";
import { mediaRoutes } from "./media";
import { budgeted, budgetedByPage, budgetOfPage } from "./middleware/budgeted";
import { countPageViews, countPageViewsLater } from "./middleware/count-views";
import { edgeCached, edgeVersion } from "./middleware/edge-cache";
import { pageCache } from "./middleware/page-cache";
import { adoptSavedEvents, keepListView, nameReader, pressHearts } from "./middleware/reader";
import {
  checkOrigin,
  failedFiles,
  refuseBadConfiguration,
  refuseWhileRestoring,
  shallowPaths,
  wellFormed,
} from "./middleware/refusals";
import { requestInfo } from "./middleware/request-info";
import { securityHeaders } from "./middleware/security-headers";
import { pageSession } from "./middleware/session";
import { shedApi, shedPages } from "./middleware/shed";
import { siteSettings } from "./middleware/site";
import { offline } from "./offline";
import { pages } from "./pages";
import { parties } from "./parties";
import { socialCardKey, socialCards } from "./social-cards";
import { wellKnown } from "./well-known";

const METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/** Forms and links use only these methods. Remix would pass any other method to the page's action. */
const formMethods = createMiddleware<AppEnv>(async (c, next) => {
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
const pagesHaveData = createMiddleware<AppEnv>(async (c, next) => {
  if (FILES.test(c.req.path)) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  await next();
});

/** Ids and slugs behind these are lower case (decisions.md §2). */
const NAMED =
  /^((?:\/api\/v1)?\/(?:events|cities|categories|users)\/)([A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*)(\/.*)?$/;

/**
 * Redirects ids and slugs with capitals to the canonical address, and the API's index, whose path in
 * its description is a slash after the server's.
 */
const canonicalAddresses = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") {
    const { url } = c.get("info");
    const [, before, name = "", after = ""] = NAMED.exec(url.pathname) ?? [];
    const canonical =
      url.pathname === `${paths.api()}/`
        ? paths.api()
        : before && `${before}${name.toLowerCase()}${after}`;
    if (canonical) {
      // Pages of other origins follow a redirect that they may read.
      if (canonical.startsWith(paths.api())) c.header("Access-Control-Allow-Origin", "*");
      return c.redirect(canonical + url.search, 308);
    }
  }
  await next();
});

/** GET /.well-known/jwks.json: the keys that verify the tokens we sign (RFC 7517). */
const jwks: Handler<AppEnv> = async (c) =>
  c.json(await publicKeys(c.get("info").deps), 200, { "Cache-Control": "public, max-age=300" });

/** Building the sitemap reads all upcoming events, so it is cached per content version. */
async function sitemapKey(c: Context<AppEnv>): Promise<string> {
  const { origin } = c.get("info");
  return `sitemap ${origin} ${c.req.query("part") ?? ""} ${await edgeVersion(c)}`;
}

/** The entry point of all requests: from the outermost middleware to pages, API and rooms. */
export const app = new Hono<AppEnv>();

app.use(
  wellFormed,
  refuseBadConfiguration,
  requestInfo,
  securityHeaders,
  shallowPaths,
  refuseWhileRestoring,
  canonicalAddresses,
);
app.all("/parties/*", budgeted("reads", "item"), parties);
app.get("/healthz", budgeted("files", "constant"), health);
app.get(paths.offline(), budgeted("files", "constant"), offline);
// Files that are there never come here (wrangler.toml).
for (const files of ["/assets/*", "/fonts/*"])
  app.all(files, budgeted("files", "constant"), (c) =>
    c.text("Not Found", 404, { "Cache-Control": "no-store" }),
  );
app.get("/covers/*", budgeted("files", "drawing"), edgeCached(coverKey), covers);
app.get(
  "/cards/*",
  budgeted("reads", "drawing"),
  siteSettings,
  edgeCached(socialCardKey),
  shedApi,
  socialCards,
);
app.get("/media/*", budgeted("files", "file"), mediaRoutes);
app.route("/maps", maps);
app.get("/.well-known/jwks.json", budgeted("files", "constant"), jwks);
app.route("/", wellKnown);
app.get(
  paths.embedEvents(),
  budgeted("reads", "list"),
  siteSettings,
  embedFront,
  edgeCached(embedKey),
  shedApi,
  embed,
);
app.get(paths.oembed(), budgeted("reads", "list"), siteSettings, embedFront, shedApi, oembed);
app.use("/mcp", siteSettings);
app.route("/mcp", mcp);
app.route("/", feeds);
app.use("/api/v1/bots/*", siteSettings);
app.route("/api/v1/bots", bots);
app.route("/api/v1", api);
app.get("/mail/opened.gif", budgeted("tracking", "constant"), mailOpened);
app.get("/mail/link", budgeted("tracking", "constant"), mailClicked);
app.post(paths.unsubscribe(), budgeted("one-click", "write"), oneClickUnsubscribe(setSubscription));
app.post(
  paths.weekSubscription(),
  budgeted("one-click", "write"),
  oneClickUnsubscribe(setWeekSubscription),
);
app.use(formMethods, pagesHaveData, checkOrigin, failedFiles, pageSession);
app.get("/healthz", budgeted("reads", "staff"), siteSettings, deepHealth);
app.all("*", budgetedByPage(budgetOfPage), siteSettings);
app.use(
  countPageViewsLater,
  countPageViews,
  nameReader,
  keepListView,
  adoptSavedEvents,
  pressHearts,
  pageCache,
);
app.get(paths.sitemap(), edgeCached(sitemapKey));
app.all("*", shedPages, drawnFailures, pages);
app.onError(answerUncaught);
