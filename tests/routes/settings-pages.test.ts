import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../app/lib/permissions";
import { changeSettings, settingsOf } from "../../app/modules/settings/platform-settings.server";
import {
  DEFAULT_SETTINGS,
  SETTINGS_FIELDS,
  SETTINGS_GROUPS,
} from "../../app/modules/settings/schema";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import { featureFlags, platformSettings, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const browsers: Partial<Record<Role, Browser>> = {};
/** One session per role, since signing in is slow. */
const as = async (role: Role): Promise<Browser> => {
  browsers[role] ??= await signInAs(deps, role);
  return browsers[role];
};
const pageOf = async (role: Role, path: string) => (await (await as(role)).get(path)).text();
const visible = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");
const fieldValue = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace(".", "\\.")}"[^>]*value="([^"]*)"`).exec(html)?.[1] ??
  new RegExp(`<input[^>]*value="([^"]*)"[^>]*name="${name.replace(".", "\\.")}"`).exec(html)?.[1];
const flashOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");

beforeEach(async () => {
  await deps.db.batch([deps.db.delete(platformSettings), deps.db.delete(featureFlags)]);
  forgetSiteState(deps);
});

describe("/admin/settings", () => {
  it("shows moderators and admins the cards of their role, each with a current fact", async () => {
    const cards = (html: string) =>
      [...html.matchAll(/<h2[^>]*>(?:<svg[\s\S]*?<\/svg>)?<a[^>]*href="([^"]+)"/g)].map(
        ([, href]) => href,
      );
    const moderator = visible(await pageOf("moderator", "/admin/settings"));
    expect(cards(moderator)).toEqual([
      "/admin/feature-flags",
      "/admin/ux-settings",
      "/admin/audit-log",
    ]);
    expect(moderator).toContain("1 flag is on");
    expect(moderator).toContain("Everything is on");
    await changeSettings(deps, "moderation", { minReportsForAutoFlag: 9 }, null);
    const admin = visible(await pageOf("admin", "/admin/settings"));
    expect(cards(admin)).toEqual([
      "/admin/platform-settings",
      "/admin/feature-flags",
      "/admin/ux-settings",
      "/admin/audit-log",
      "/admin/outbox",
    ]);
    expect(admin).toContain("1 setting differs from its default");
    expect(admin).toContain("No failed emails");
  });
});

describe("a group of platform settings", () => {
  it.each(SETTINGS_GROUPS)(
    "(%s) has a page in both languages with label, help and default of every field",
    async (group) => {
      for (const lang of ["en", "fa"]) {
        const html = visible(
          await pageOf("admin", `/admin/platform-settings/${group}?lang=${lang}`),
        );
        expect(html).not.toMatch(/settings:[a-z]/i);
        for (const [name, { kind }] of Object.entries(SETTINGS_FIELDS[group])) {
          const inputs = kind === "texts" ? [`${name}.en`, `${name}.fa`] : [name];
          for (const input of inputs) {
            expect([input, html.includes(`name="${input}"`)]).toEqual([input, true]);
            expect([input, html.includes(`for="${input.replaceAll(".", "-")}"`)]).toEqual([
              input,
              true,
            ]);
          }
          expect([name, html.includes(`id="${name}-help"`)]).toEqual([name, true]);
        }
        expect(html.match(lang === "en" ? /Default:/g : /پیش‌فرض:/g)?.length).toBe(
          Object.keys(SETTINGS_FIELDS[group]).length,
        );
      }
    },
  );

  it("saved unchanged changes nothing; Persian digits are understood", async () => {
    const admin = await as("admin");
    const same = Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS.content).map(([name, value]) => [name, String(value)]),
    );
    const path = "/admin/platform-settings/content";
    expect(flashOf(await admin.post(path, { intent: "save", seen: "", ...same }))).toContain(
      "settings:unchanged",
    );
    const saved = await admin.post(path, { intent: "save", seen: "", ...same, titleMax: "۱۲۰" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, path]);
    expect((await settingsOf(workerDeps())).content).toEqual({
      ...DEFAULT_SETTINGS.content,
      titleMax: 120,
    });
    const html = visible(await pageOf("admin", path));
    expect(fieldValue(html, "titleMax")).toBe("120");
    expect(html).toContain('value="reset:titleMax"');
    expect(html).not.toContain('value="reset:titleMin"');
    expect(html).toMatch(
      /<del><bdi>140 characters<\/bdi><\/del>[\s\S]*<ins><bdi>120 characters<\/bdi><\/ins>/,
    );
    expect(html).toContain("Nasrin Kamali");
  });

  it("with invalid values answers 400 with errors beside fields, and keeps the input", async () => {
    const admin = await as("admin");
    const typed = {
      intent: "save",
      seen: "",
      maxImageSizeMb: "-3",
      maxVideoSizeMb: "lots",
      storageQuotaMb: "300",
    };
    const response = await admin.post("/admin/platform-settings/storage", typed);
    expect(response.status).toBe(400);
    const html = visible(await response.text());
    expect(html).toContain("A whole number from 1 to 20.");
    expect(html).toContain("A whole number from 1 to 200.");
    expect(
      ["maxImageSizeMb", "maxVideoSizeMb", "storageQuotaMb"].map((name) => fieldValue(html, name)),
    ).toEqual(["-3", "lots", "300"]);
    expect(await deps.db.select().from(platformSettings)).toEqual([]);
  });

  it("accepts a low-contrast colour with a warning", async () => {
    const admin = await as("admin");
    const path = "/admin/platform-settings/branding";
    const { companyName, supportEmail, secondaryColor } = DEFAULT_SETTINGS.branding;
    const names = {
      "companyName.en": companyName.en,
      "companyName.fa": companyName.fa,
      supportEmail,
      secondaryColor,
    };
    const saved = await admin.post(path, {
      intent: "save",
      seen: "",
      ...names,
      primaryColor: "#FFEE99",
    });
    expect(saved.status).toBe(303);
    expect(visible(await pageOf("admin", path))).toContain("Its contrast on the page is 1.1:1");
  });

  it("saved by two admins answers 409 to the second, naming the first, with their own input kept", async () => {
    const [admin, owner] = [await as("admin"), await as("owner")];
    await deps.db.update(users).set({ displayName: "Shirin" }).where(eq(users.id, admin.id));
    const path = "/admin/platform-settings/moderation";
    expect(
      (
        await admin.post(path, {
          intent: "save",
          seen: "",
          minReportsForAutoFlag: "4",
          maxAutoFlagsPerHour: "5",
        })
      ).status,
    ).toBe(303);
    const second = await owner.post(path, {
      intent: "save",
      seen: "",
      minReportsForAutoFlag: "8",
      maxAutoFlagsPerHour: "5",
    });
    expect(second.status).toBe(409);
    const html = visible(await second.text());
    expect(html).toContain("Shirin saved this group in the meantime.");
    expect(fieldValue(html, "minReportsForAutoFlag")).toBe("8");
    // The new form has the current value.
    const seen = fieldValue(html, "seen") ?? "";
    expect(
      (
        await owner.post(path, {
          intent: "save",
          seen,
          minReportsForAutoFlag: "8",
          maxAutoFlagsPerHour: "5",
        })
      ).status,
    ).toBe(303);
    expect((await settingsOf(workerDeps())).moderation.minReportsForAutoFlag).toBe(8);
  });

  it("is reset to its defaults, one field or all", async () => {
    const admin = await as("admin");
    const path = "/admin/platform-settings/storage";
    await changeSettings(
      deps,
      "storage",
      { maxImageSizeMb: 9, maxVideoSizeMb: 99, storageQuotaMb: 999 },
      null,
    );
    const seenOn = async () => fieldValue(visible(await pageOf("admin", path)), "seen") ?? "";
    await admin.post(path, { intent: "reset:maxVideoSizeMb", seen: await seenOn() });
    expect((await settingsOf(workerDeps())).storage).toEqual({
      maxImageSizeMb: 9,
      maxVideoSizeMb: 50,
      storageQuotaMb: 999,
    });
    await admin.post(path, { intent: "reset", seen: await seenOn() });
    expect((await settingsOf(workerDeps())).storage).toEqual(DEFAULT_SETTINGS.storage);
    expect(
      (await admin.post(path, { intent: "reset:constructor", seen: await seenOn() })).status,
    ).toBe(400);
  });

  it("that does not exist is not found", async () => {
    expect((await (await as("admin")).get("/admin/platform-settings/weather")).status).toBe(404);
  });
});

describe("/admin/feature-flags", () => {
  it("creates, changes and deletes a flag by forms, as the list shows", async () => {
    const admin = await as("admin");
    const path = "/admin/feature-flags";
    const made = await admin.post(path, {
      intent: "create",
      key: "discover.moods",
      description: "",
      percentage: "۵۰",
      role: ["admin", "owner"],
    });
    expect([made.status, made.headers.get("Location")]).toEqual([303, path]);
    const list = visible(await pageOf("moderator", path));
    expect(list).toContain("discover.moods");
    expect(list).toContain("50%");
    expect(list).toContain("Admins, Owner");
    expect(list).not.toContain("New flag");
    const form = visible(await pageOf("admin", `${path}?flag=discover.moods`));
    const version = fieldValue(form, "version") ?? "";
    await admin.post(path, {
      intent: "save",
      key: "discover.moods",
      version,
      isOn: "1",
      percentage: "100",
      description: "Pins",
      role: "admin",
    });
    const stale = await admin.post(path, {
      intent: "save",
      key: "discover.moods",
      version,
      percentage: "10",
      description: "Mine",
    });
    expect(stale.status).toBe(409);
    expect(await deps.db.select().from(featureFlags)).toMatchObject([
      { isOn: true, percentage: 100, roles: ["admin"], version: 2 },
    ]);
    expect(visible(await pageOf("moderator", "/admin/settings"))).toContain("1 flag is on");
    expect(visible(await pageOf("admin", `${path}?flag=discover.moods&delete=1`))).toContain(
      "Delete this flag?",
    );
    await admin.post(path, { intent: "delete", key: "discover.moods" });
    expect(await deps.db.select().from(featureFlags)).toEqual([]);
  });

  it("refuses an invalid key with 400 and the rule, and keeps the input", async () => {
    const response = await (await as("admin")).post("/admin/feature-flags?new=1", {
      intent: "create",
      key: "map clusters!",
      percentage: "abc",
    });
    expect(response.status).toBe(400);
    const html = visible(await response.text());
    expect(html).toContain(
      "A key may contain only letters, digits, dots, hyphens and underscores.",
    );
    expect(html).toContain("A whole number from 0 to 100.");
    expect(html).toContain('value="discover.moods"');
    expect(fieldValue(html, "percentage")).toBe("abc");
  });

  it("removes a switched-off part from the discover page, from cached pages too", async () => {
    const city = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
    for (let count = 0; count < 8; count++)
      await createEvent(deps.db, {
        cityId: city.id,
        startsAt: Date.now() + 86_400_000 * (count + 1),
        categories: ["Concert", "Music"],
      });
    const discover = async () => (await SELF.fetch("http://rooydad.test/discover?lang=en")).text();
    expect(visible(await discover())).toContain('id="moods"');
    await (await as("admin")).post("/admin/feature-flags", {
      intent: "save",
      key: "discover.moods",
      version: "0",
      percentage: "100",
    });
    const after = await discover();
    expect(visible(after)).not.toContain('id="moods"');
    expect(after).not.toContain("discover.moods");
  });
});
