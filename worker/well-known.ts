import { type Context, type Handler, Hono } from "hono";
import { html } from "hono/html";
import { DAY } from "../app/lib/dates/durations";
import { paths } from "../app/lib/paths";
import { settingsOf } from "../app/modules/settings/platform-settings.server";
import type { AppEnv } from "./context";
import { SERVER_VERSION } from "./mcp/mcp";
import { budgeted } from "./middleware/budgeted";
import { siteSettings } from "./middleware/site";

/** How long a reader of security.txt may rely on it, ms (RFC 9116 wants less than a year). */
const SECURITY_EXPIRES = 180 * DAY;
const HOUR_OF_CACHE = { "Cache-Control": "public, max-age=3600" };

const text = (c: Context<AppEnv>, lines: readonly string[]) =>
  c.body(`${lines.join("\n")}\n`, 200, {
    ...HOUR_OF_CACHE,
    "Content-Type": "text/plain; charset=utf-8",
  });

/** Whom to tell about a vulnerability (RFC 9116). */
const securityTxt: Handler<AppEnv> = async (c) => {
  const { deps, origin } = c.var.info;
  const { branding } = await settingsOf(deps);
  const expires = Math.floor((deps.clock.now() + SECURITY_EXPIRES) / DAY) * DAY;
  return text(c, [
    `Contact: mailto:${branding.supportEmail}`,
    `Expires: ${new Date(expires).toISOString()}`,
    "Preferred-Languages: fa, en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ]);
};

/** Where programs that read for a model find what they need (llmstxt.org). */
const llmsTxt: Handler<AppEnv> = (c) => {
  const { origin, site, seo } = c.var.info;
  const link = (name: string, path: string, about: string) =>
    `- [${name}](${origin}${path}): ${about}`;
  return text(c, [
    `# ${site.companyName}`,
    "",
    `> ${seo.description}`,
    "",
    "Events are in Persian and English. Times carry the offset of the event's own time zone.",
    "",
    "## For programs",
    "",
    link("MCP", "/mcp", "tools for assistants over streamable HTTP, without a key"),
    link("MCP entry", "/mcp/server.json", "the same for registries and clients"),
    link("API", "/api/v1/docs", "REST in JSON; /api/v1/openapi.json describes it"),
    link("Calendar", paths.eventsFeed("ics"), "events to come as iCalendar"),
    link(
      "Feed",
      paths.eventsFeed("json"),
      "new events as JSON Feed; also /events.atom and /events.rss",
    ),
    "",
    "## For people",
    "",
    link("Events", paths.events(), "the list, with search and filters"),
    link("Cities", paths.cities(), "each city with its events"),
    link("Help", paths.help(), "how it works"),
  ]);
};

/** The search of the site for browsers (OpenSearch 1.1). */
const openSearch: Handler<AppEnv> = async (c) => {
  const { origin, site, seo } = c.var.info;
  const list = `${origin}${paths.events()}?q={searchTerms}`;
  const description = await html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${site.companyName.slice(0, 16)}</ShortName>
<Description>${seo.description}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="192" height="192" type="image/png">${origin}/icon-192.png</Image>
<Url type="text/html" template="${list}"/>
<Url type="application/atom+xml" template="${origin}${paths.eventsFeed("atom")}?q={searchTerms}"/>
<Language>fa</Language>
<Language>en</Language>
</OpenSearchDescription>
`;
  return c.body(String(description), 200, {
    ...HOUR_OF_CACHE,
    "Content-Type": "application/opensearchdescription+xml; charset=utf-8",
    Vary: "Accept-Language, Cookie",
  });
};

/** Characters of a description in a registry of MCP servers. */
const REGISTRY_TEXT = 100;

/** The entry of `/mcp` for registries and clients (https://modelcontextprotocol.io/registry). */
const mcpServer: Handler<AppEnv> = (c) => {
  const { origin, site } = c.var.info;
  const domain = new URL(origin).hostname.split(".").reverse().join(".");
  const description = `Events by city, day, category and price in Persian and English: ${site.companyName}`;
  return c.json(
    {
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: `${domain}/events`,
      title: site.companyName,
      description: description.slice(0, REGISTRY_TEXT),
      version: SERVER_VERSION,
      websiteUrl: origin,
      remotes: [{ type: "streamable-http", url: `${origin}/mcp` }],
    },
    200,
    { ...HOUR_OF_CACHE, Vary: "Accept-Language, Cookie" },
  );
};

/** Addresses that other software looks for by name. */
export const wellKnown = new Hono<AppEnv>();
wellKnown.get(
  "/.well-known/security.txt",
  budgeted("files", "constant"),
  siteSettings,
  securityTxt,
);
// Password managers lead here (https://w3c.github.io/webappsec-change-password-url/).
wellKnown.get("/.well-known/change-password", budgeted("files", "constant"), (c) =>
  c.redirect(paths.accountSecurity(), 302),
);
wellKnown.get("/mcp/server.json", budgeted("files", "constant"), siteSettings, mcpServer);
wellKnown.get("/llms.txt", budgeted("files", "constant"), siteSettings, llmsTxt);
wellKnown.get(paths.openSearch(), budgeted("files", "constant"), siteSettings, openSearch);
