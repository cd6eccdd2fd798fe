import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import { changeSettings, settingsOf } from "../../app/modules/settings/platform-settings.server";
import {
  DEFAULT_SETTINGS,
  PlatformSettings,
  type SettingsGroup,
} from "../../app/modules/settings/schema";
import { createDatabase } from "../../db/client";
import { mails, platformSettings } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { CALLER, SARA } from "../helpers/people";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "http://rooydad.test";
const deps = workerDeps();
const get = (path: string) => SELF.fetch(ORIGIN + path, { redirect: "manual" });
const htmlOf = async (path: string) => (await get(path)).text();
/** Content of a meta element. */
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const withoutScripts = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, "");

function change<G extends SettingsGroup>(group: G, changes: Partial<PlatformSettings[G]>) {
  return changeSettings(deps, group, changes, null);
}

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
});

afterEach(async () => {
  for (const group of ["branding", "seo"] as const)
    await changeSettings(deps, group, DEFAULT_SETTINGS[group], null);
});

describe("branding", () => {
  const companyName = { en: "Bazm", fa: "بزم" };

  test("puts another company name into header and footer in both languages, cached pages too", async () => {
    expect(await htmlOf("/how-it-works?lang=en")).toContain("Rooydad");
    expect((await get("/how-it-works?lang=en")).headers.get("X-Page-Cache")).toBe("hit");
    await change("branding", { companyName });
    const english = await get("/how-it-works?lang=en");
    expect(english.headers.get("X-Page-Cache")).toBe("miss");
    const page = withoutScripts(await english.text());
    expect(page).toMatch(/aria-label="Bazm[^"]*home/i);
    expect(page).toMatch(/<span [^>]*dir="auto"[^>]*>Bazm<\/span>/);
    expect(page).toMatch(/©[^<]*Bazm/);
    const persian = withoutScripts(await htmlOf("/login?lang=fa"));
    expect(persian).toContain("بزم");
    expect(metaOf(persian, "description")).toContain("بزم");
    expect(await htmlOf("/api/v1/docs?lang=en")).toContain("Bazm");
    expect(await (await get("/manifest.webmanifest?lang=en")).json()).toMatchObject({
      name: "Bazm",
    });
  });

  test("puts another support address on pages", async () => {
    await change("branding", { supportEmail: "people@bazm.example" });
    for (const path of ["/", "/help", "/legal/terms"]) {
      const html = await htmlOf(path);
      expect(html).toContain("mailto:people@bazm.example");
      expect(html).not.toContain("hello@rooydad.example");
    }
  });

  test("puts another name, address and colour into emails, with a readable button", async () => {
    const test = createTestDeps();
    await changeSettings(
      test,
      "branding",
      { companyName, supportEmail: "people@bazm.example", primaryColor: "#FFEE99" },
      null,
    );
    await signUp(test, { ...SARA, email: "brand@example.com" }, CALLER);
    const mail = await test.db
      .select()
      .from(mails)
      .where(eq(mails.toAddress, "brand@example.com"))
      .get();
    expect(mail?.subject).toContain("Bazm");
    expect(mail?.html).toContain("background:#FFEE99;color:#141D33");
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain("Rooydad");
  });

  test("adds nothing to pages for the default colours, and a style under the nonce for others", async () => {
    expect(await htmlOf("/help")).not.toContain("<style");
    await change("branding", { primaryColor: "#B4293D", secondaryColor: "#00FF88" });
    for (const path of ["/help", "/login"]) {
      const response = await get(path);
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(
        response.headers.get("Content-Security-Policy") ?? "",
      )?.[1];
      const html = await response.text();
      const style = /<style nonce="([^"]+)">([^<]*)<\/style>/.exec(html);
      expect(style?.[1]).toBe(nonce);
      expect(style?.[2]).toContain(":root:root{--rd-primary:#B4293D;");
      expect(style?.[2]).toContain("--rd-accent:#00FF88");
    }
  });

  test("allows exactly the chosen colours in the policy of the API's reference", async () => {
    await change("branding", { primaryColor: "#B4293D" });
    const response = await get("/api/v1/docs");
    const style = /<style>([^<]*)<\/style>/.exec(await response.text())?.[1] ?? "";
    const hash = Buffer.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)),
    ).toString("base64");
    expect(style).toContain("#B4293D");
    expect(response.headers.get("Content-Security-Policy")).toContain(
      `style-src 'self' 'sha256-${hash}'`,
    );
  });
});

describe("metadata for search engines and other sites", () => {
  test("is the product's own on the home page by default", async () => {
    const html = await htmlOf("/?lang=fa");
    expect(titleOf(html)).toBe(`${DEFAULT_SETTINGS.seo.defaultTitle.fa} · رویداد`);
    expect(metaOf(html, "og:image")).toBe(`${ORIGIN}/og-fa.png`);
    expect(metaOf(html, "twitter:site")).toBeUndefined();
  });

  test("shows other settings on pages, in the page's language", async () => {
    await change("seo", {
      siteName: { en: "Bazm Events", fa: "بزم‌ها" },
      defaultTitle: { en: "Evenings", fa: "شب‌ها" },
      defaultDescription: { en: "What is on.", fa: "چه خبر است." },
      defaultOgImageUrl: "/media/uploads/bazm.png",
      twitterHandle: "@bazm",
    });
    const home = await htmlOf("/?lang=en");
    expect(titleOf(home)).toBe("Evenings · Bazm Events");
    expect(metaOf(home, "description")).toBe("What is on.");
    const persian = await htmlOf("/help?lang=fa");
    expect(titleOf(persian)).toMatch(/ · بزم‌ها$/);
    expect(metaOf(await htmlOf("/?lang=fa"), "description")).toBe("چه خبر است.");
    for (const html of [home, persian, await htmlOf("/login")]) {
      expect(metaOf(html, "og:image")).toBe(`${ORIGIN}/media/uploads/bazm.png`);
      expect(metaOf(html, "twitter:site")).toBe("@bazm");
    }
    expect(metaOf(persian, "og:site_name")).toBe("بزم‌ها");
  });
});

describe("site settings", () => {
  test("are valid by default, in every group", () => {
    expect(v.parse(PlatformSettings, DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ["branding", { primaryColor: "red" }],
    ["branding", { primaryColor: "#fff;}body{display:none" }],
    ["branding", { companyName: { en: "", fa: "بزم" } }],
    ["branding", { supportEmail: "nobody" }],
    ["seo", { defaultOgImageUrl: "http://images.example/a.png" }],
    ["seo", { defaultOgImageUrl: "https://images.example/a.png" }],
    ["seo", { defaultOgImageUrl: "//images.example/a.png" }],
    ["seo", { defaultOgImageUrl: "javascript:alert(1)" }],
    ["seo", { twitterHandle: "bazm" }],
    ["analytics", { samplingRate: 101 }],
    ["moderation", { minReportsForAutoFlag: 0 }],
    ["notifications", { adminNotificationEmail: "x" }],
    ["storage", { storageQuotaMb: 0 }],
    ["content", { titleMin: 50, titleMax: 20 }],
    ["content", { cityNameMin: 0 }],
  ] as [SettingsGroup, object][])(
    "of %s with %j are refused, and nothing changes",
    async (group, changes) => {
      const before = await settingsOf(deps);
      await expect(change(group, changes)).rejects.toThrow();
      expect((await settingsOf(deps))[group]).toEqual(before[group]);
    },
  );

  test("fall back to a group's defaults if the stored values are invalid", async () => {
    const own = createTestDeps();
    await own.db.delete(platformSettings);
    await own.db
      .insert(platformSettings)
      .values({ group: "content", values: { titleMin: 500 }, updatedAt: 1, updatedBy: null });
    expect((await settingsOf(own)).content).toEqual(DEFAULT_SETTINGS.content);
    await own.db.delete(platformSettings);
  });
});
