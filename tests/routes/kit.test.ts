import { createExecutionContext, env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { app } from "../../worker/app";
import { memo } from "../../worker/deps";

const ORIGIN = "http://rooydad.test";
/** Every part of the kit, as the page names it. */
const PARTS =
  "alert avatar badge button card chart checkbox code-view combobox date-field date-field-time date-range dialog diff-view empty file form icon-button link-button menu page-head pager progress radio-cards section section-head segmented select skeleton switch table tabs text-area text-field time-field toast tooltip";

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
  memo.clear();
});

describe("the page of the kit", () => {
  it.each(["en", "fa"])("shows every part in %s without a script", async (lang) => {
    const response = await SELF.fetch(`${ORIGIN}/dev/kit?lang=${lang}`);
    expect(response.status).toBe(200);
    const page = await response.text();
    const shown = new Set([...page.matchAll(/data-part="([\w-]+)"/g)].map(([, name]) => name));
    expect(PARTS.split(" ").filter((name) => !shown.has(name))).toEqual([]);
    expect(page).not.toMatch(/kit:[a-z]/);
  });

  it("keeps a rejected form's values, with an error beside each field and a link to it", async () => {
    const page = await (await SELF.fetch(`${ORIGIN}/dev/kit?lang=en`)).text();
    expect(page).toMatch(/<input[^>]*id="rejected-email"[^>]*/);
    const email = /<input[^>]*name="email"[^>]*>/.exec(page)?.[0] ?? "";
    expect(email).toContain('value="nima@"');
    expect(email).toContain('aria-describedby="rejected-email-issue"');
    expect(page).toContain('href="#rejected-email"');
    expect(page).toContain('id="rejected-email-issue"');
  });

  it.each(["dialog", "drawer", "confirm"])("opens its %s by an address", async (part) => {
    const opened = async (query: string) =>
      (
        (await (await SELF.fetch(`${ORIGIN}/dev/kit?lang=en${query}`)).text()).match(
          /<dialog open=""/g,
        ) ?? []
      ).length;
    expect(await opened("")).toBe(0);
    expect(await opened(`&open=${part}`)).toBe(1);
  });

  it("does not exist where the product is deployed", async () => {
    const deployed = {
      ...env,
      ENVIRONMENT: "production",
      PUBLIC_URL: "https://rooydad.test",
      APP_SECRET: "a secret of its own, long enough for one",
      ALLOW_OUTBOX_MAIL: "yes",
      PASSWORD_LOG2_N: "",
      VAPID_PUBLIC_KEY: "",
      VAPID_PRIVATE_KEY: "",
    } as Env;
    const response = await app.fetch(
      new Request("https://rooydad.test/dev/kit", {
        headers: { "CF-Connecting-IP": "203.0.113.118" },
      }),
      deployed,
      createExecutionContext(),
    );
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("data-part");
  });
});
