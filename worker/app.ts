import { type Context, Hono } from "hono";
import { paths } from "../app/lib/paths";
import { setSubscription } from "../app/modules/notifications/unsubscribe.server";
import { setWeekSubscription } from "../app/modules/weeks/subscriptions.server";
import { api } from "./api/v1";
import { bots } from "./bots";
import type { AppEnv } from "./context";
import { coverKey, covers } from "./covers";
import { edgeVersion } from "./edge-version";
import { embed, embedFront, embedKey } from "./embed";
import { answerUncaught } from "./failures";
import { feeds } from "./feeds";
import { deepHealth, health } from "./health";
import { jwks } from "./jwks";
import { mailClicked, mailOpened } from "./mail-tracking";
import { maps } from "./maps";
import { mcp } from "./mcp/mcp";
import { mediaRoutes } from "./media";
import { countPageViews } from "./middleware/count-views";
import { edgeCached } from "./middleware/edge-cache";
import { failedFiles } from "./middleware/failed-files";
import { keepListView } from "./middleware/list-view";
import { countPageViewsLater } from "./middleware/note-views";
import { checkOrigin } from "./middleware/origin";
import { pageCache } from "./middleware/page-cache";
import { formMethods, lowerCaseNames, pagesHaveData } from "./middleware/page-requests";
import { importRateLimit, oneClickRateLimit, rateLimit } from "./middleware/rate-limit";
import { nameReader } from "./middleware/reader";
import { refuseBadConfiguration } from "./middleware/refuse-bad-configuration";
import { refuseWhileRestoring } from "./middleware/refuse-while-restoring";
import { requestInfo } from "./middleware/request-info";
import { securityHeaders } from "./middleware/security-headers";
import { pageSession } from "./middleware/session";
import { shedApi, shedPages } from "./middleware/shed";
import { siteSettings } from "./middleware/site";
import { wellFormed } from "./middleware/well-formed";
import { oembed } from "./oembed";
import { offline } from "./offline";
import { pages } from "./pages";
import { parties } from "./parties";
import { socialCardKey, socialCards } from "./social-cards";
import { oneClickUnsubscribe } from "./unsubscribe";

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
  refuseWhileRestoring,
  lowerCaseNames,
);
app.all("/parties/*", rateLimit, parties);
app.get("/healthz", health);
app.get(paths.offline(), offline);
// Files that are there never come here (wrangler.toml).
for (const files of ["/assets/*", "/fonts/*"])
  app.all(files, (c) => c.text("Not Found", 404, { "Cache-Control": "no-store" }));
app.get(
  "/covers/*",
  edgeCached((c) => coverKey(c.req.url)),
  covers,
);
app.get("/cards/*", rateLimit, siteSettings, edgeCached(socialCardKey), shedApi, socialCards);
app.get("/media/*", mediaRoutes);
app.route("/maps", maps);
app.get("/.well-known/jwks.json", jwks);
app.get(
  paths.embedEvents(),
  rateLimit,
  siteSettings,
  embedFront,
  edgeCached(embedKey),
  shedApi,
  embed,
);
app.get(paths.oembed(), rateLimit, siteSettings, embedFront, shedApi, oembed);
app.use("/mcp", siteSettings);
app.route("/mcp", mcp);
app.route("/", feeds);
app.use("/api/v1/bots/*", siteSettings);
app.route("/api/v1/bots", bots);
app.route("/api/v1", api);
app.get("/mail/opened.gif", mailOpened);
app.get("/mail/link", mailClicked);
app.post(paths.unsubscribe(), oneClickRateLimit, oneClickUnsubscribe(setSubscription));
app.post(paths.weekSubscription(), oneClickRateLimit, oneClickUnsubscribe(setWeekSubscription));
app.use(formMethods, pagesHaveData, checkOrigin, failedFiles, pageSession, rateLimit, siteSettings);
// As a form sends it, and as Remix does.
for (const address of [paths.importEvent(), `${paths.importEvent()}.data`])
  app.use(address, importRateLimit);
app.get("/healthz", deepHealth);
app.use(countPageViewsLater, countPageViews, nameReader, keepListView, pageCache);
app.get(paths.sitemap(), edgeCached(sitemapKey));
app.all("*", shedPages, pages);
app.onError(answerUncaught);
