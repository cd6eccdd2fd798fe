import { SELF } from "cloudflare:test";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";

const ORIGIN = "https://rooydad.test";
const get = (path: string) => SELF.fetch(ORIGIN + path, { redirect: "manual" });

describe("addresses that other software looks for", () => {
  it("security.txt has a contact, languages, and an end within a year (RFC 9116)", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const fields = Object.fromEntries(
      (await answer.text())
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/)),
    );
    expect(fields).toMatchObject({
      Contact: expect.stringMatching(/^mailto:\S+@\S+$/),
      "Preferred-Languages": "fa, en",
      Canonical: `${ORIGIN}/.well-known/security.txt`,
    });
    const days = (Date.parse(fields.Expires ?? "") - Date.now()) / DAY;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it("change-password leads to where the password is changed", async () => {
    const answer = await get("/.well-known/change-password");
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/account/security"]);
  });

  it("llms.txt links to addresses that answer", async () => {
    const text = await (await get("/llms.txt")).text();
    expect(text).toMatch(/^# Rooydad\n\n> /);
    const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, url = ""]) => url);
    expect(links.length).toBeGreaterThan(5);
    for (const url of links) {
      const { status } = await SELF.fetch(url);
      // MCP answers to POST alone.
      expect([url, url.endsWith("/mcp") ? 405 : 200]).toEqual([url, status]);
    }
  });

  it("server.json names the server by its host, for registries of MCP", async () => {
    const entry = await (await get("/mcp/server.json")).json();
    expect(entry).toMatchObject({
      name: expect.stringMatching(/^[a-z0-9.-]+\/events$/),
      description: expect.stringMatching(/^.{10,100}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      remotes: [{ type: "streamable-http", url: expect.stringMatching(/\/mcp$/) }],
    });
  });

  it("opensearch.xml describes a search that works, and pages name it", async () => {
    const answer = await get("/opensearch.xml");
    const parsed = new XMLParser({ ignoreAttributes: false }).parse(await answer.text());
    const [page] = parsed.OpenSearchDescription.Url as { "@_template": string }[];
    const url = page?.["@_template"].replace("{searchTerms}", "setar") ?? "";
    expect((await SELF.fetch(url)).status).toBe(200);
    expect(await (await get("/")).text()).toContain('href="/opensearch.xml"');
  });
});
