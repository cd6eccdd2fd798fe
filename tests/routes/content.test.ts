import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import enHelp from "../../app/locales/en/help.json";
import faHelp from "../../app/locales/fa/help.json";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { memo } from "../../worker/deps";

const ORIGIN = "http://rooydad.test";
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
/** Posts a form like a browser: Remix compares Origin with Host, which tests must set. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: ORIGIN, Host: "rooydad.test", ...headers },
    redirect: "manual",
  });
/** Visible HTML, without scripts. */
const html = async (response: Response) =>
  (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, "");

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
  // Other files in the same worker have cached their cities.
  memo.clear();
});

describe("page titles", () => {
  const pages = [
    "/",
    "/events",
    "/discover",
    "/cities",
    "/categories",
    "/how-it-works",
    "/help",
    "/legal/terms",
    "/legal/privacy",
  ];
  pages.push(
    "/legal/eula",
    "/legal/cookies",
    "/changelog",
    "/api/v1/docs",
    "/login",
    "/signup",
    "/forgot-password",
  );

  it.each(["en", "fa"])("are different for every public page in %s", async (locale) => {
    const titles = new Map<string, string>();
    for (const path of pages) {
      const title =
        /<title>([^<]+)<\/title>/.exec(
          await html(await get(path, { "Accept-Language": locale })),
        )?.[1] ?? "";
      expect(title).not.toBe("");
      expect(titles.get(title), `${path}: ${title}`).toBeUndefined();
      titles.set(title, path);
    }
  });
});

describe("content pages", () => {
  it.each([
    "/how-it-works",
    "/help",
    "/legal/terms",
    "/legal/privacy",
    "/legal/eula",
    "/legal/cookies",
    "/changelog",
    "/feedback-demo",
  ])("%s has one heading, a title, and addresses in both languages", async (path) => {
    for (const lang of ["en", "fa"]) {
      const response = await get(`${path}?lang=${lang}`);
      const page = await html(response);
      expect(response.status).toBe(200);
      expect(page).toContain(`<html lang="${lang}"`);
      expect(page.match(/<h1/g)).toHaveLength(1);
      expect(page).toMatch(/<title>[^<]+ · [^<]+<\/title>/);
      expect(page).toContain(`hrefLang="fa" href="${ORIGIN}${path}?lang=fa"`);
      expect(page).not.toContain("{{");
    }
  });

  it("are cached for the next reader", async () => {
    await get("/legal/eula");
    expect((await get("/legal/eula")).headers.get("X-Page-Cache")).toBe("hit");
  });
});

describe("the legal pages", () => {
  it("show their effective date in the reader's calendar", async () => {
    expect(await html(await get("/legal/terms?lang=en"))).toMatch(
      /<time dateTime="2026-11-21">[^<]*21 November 2026/,
    );
    expect(await html(await get("/legal/terms?lang=fa"))).toMatch(
      /<time dateTime="2026-11-21">[^<]*۳۰ آبان ۱۴۰۵/,
    );
  });

  it("list their sections with links", async () => {
    const page = await html(await get("/legal/privacy?lang=en"));
    const links = [...page.matchAll(/href="#([\w-]+)"/g)]
      .map(([, id]) => id)
      .filter((id) => id !== "main" && id !== "site-links");
    expect(links.length).toBeGreaterThan(8);
    for (const id of links) expect(page).toContain(`id="${id}"`);
  });

  it("name the site and its address", async () => {
    const page = await html(await get("/legal/cookies?lang=en"));
    expect(page).toContain('href="mailto:hello@rooydad.example"');
    expect(page).toContain("rooydad.flash");
  });

  it.each([
    ["en", "/legal/privacy", "Backups of the whole database are kept for 30 days."],
    ["fa", "/legal/privacy", "نسخه‌های پشتیبانِ کل داده‌ها ۳۰ روز نگه داشته می‌شود."],
    ["en", "/legal/cookies", "an RSVP with your name and email address"],
    ["fa", "/legal/cookies", "فرم ثبت‌نام با نام و ایمیلتان"],
  ])("say in %s at %s how long copies stay", async (locale, path, text) => {
    expect(await html(await get(`${path}?lang=${locale}`))).toContain(text);
  });

  it("answer Page Not Found for any other name", async () => {
    for (const path of ["/legal/imprint", "/legal/terms%2Fx", "/legal"]) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Page Not Found");
    }
  });
});

describe("the help center", () => {
  const ANSWERS = 35;
  const answers = (page: string) => page.match(/rd-no-print" href="#/g)?.length ?? 0;

  it("shows every answer, each with its own address", async () => {
    for (const [lang, help] of [
      ["en", enHelp],
      ["fa", faHelp],
    ] as const) {
      const page = await html(await get(`/help?lang=${lang}`));
      const items = help.groups.flatMap((group) => group.items);
      expect(items).toHaveLength(ANSWERS);
      expect(answers(page)).toBe(ANSWERS);
      for (const { id } of items) expect(page).toContain(`id="${id}"`);
    }
  });

  it("finds answers by words of question and answer", async () => {
    const page = await html(await get("/help?lang=en&q=REFUNDS%20organizer"));
    expect(answers(page)).toBe(1);
    expect(page).toContain("How do I buy a ticket?");
    expect(page).toContain("1 answer for “REFUNDS organizer”");
  });

  it("finds Persian ones with any letter forms and half-spaces", async () => {
    const typed = ["بلیت بخرم", "بليت بخرم", "نیم‌فاصله", "نیم فاصله", "نیمفاصله"];
    const counts = await Promise.all(
      typed.map(async (words) =>
        answers(await html(await get(`/help?lang=fa&q=${encodeURIComponent(words)}`))),
      ),
    );
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
    expect(counts[2]).toBeGreaterThan(0);
    expect(counts.slice(3)).toEqual([counts[2], counts[2]]);
  });

  it("answers questions of users in their own words", async () => {
    const asked = {
      en: [
        "forgot password",
        "delete account",
        "create event",
        "two-factor",
        "save events",
        "how can I delete my account please",
      ],
      fa: [
        "گذرواژه",
        "رمز یادم رفته",
        "حذف حساب",
        "چطور رویداد بسازم",
        "ورود دومرحله‌ای",
        "علاقه‌مندی",
        "ثبت نام",
      ],
    };
    for (const [lang, questions] of Object.entries(asked))
      for (const words of questions) {
        const page = await html(await get(`/help?lang=${lang}&q=${encodeURIComponent(words)}`));
        expect(answers(page), words).toBeGreaterThan(0);
      }
  });

  it("never asks users to email for what the site can do", async () => {
    const page = await html(await get("/help?lang=en"));
    expect(page).not.toContain("For now, by email");
    for (const href of [
      "/events/create",
      "/account/data",
      "/forgot-password",
      "/account/security",
      "/account/preferences",
    ])
      expect(page).toMatch(new RegExp(`href="${href}[?"]`));
  });

  it("says so if there are no results, without repeating markup that was typed [S-140]", async () => {
    const page = await html(await get(`/help?lang=en&q=${encodeURIComponent("<img src=x>qq")}`));
    expect(answers(page)).toBe(0);
    expect(page).toContain("No answers found");
    expect(page).not.toContain("<img src=x");
  });

  it("marks up the questions for search engines, but not on a search", async () => {
    const whole = await (await get("/help?lang=fa")).text();
    const data = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(whole)?.[1];
    expect(JSON.parse(data ?? "null")).toMatchObject({ "@type": "FAQPage" });
    expect(JSON.parse(data ?? "null").mainEntity).toHaveLength(ANSWERS);
    const search = await (await get("/help?lang=fa&q=x")).text();
    expect(search).not.toContain("FAQPage");
    expect(search).toContain('<meta name="robots" content="noindex"');
  });
});

describe("the text of content pages", () => {
  it("counts cities and categories from the data, in the reader's digits", async () => {
    // A unique query parameter: pages cached by other files have other counts.
    expect(await html(await get("/help?lang=en&counted=1"))).toMatch(
      /there are 76 <a[^>]*>cities<\/a> and 26 <a/,
    );
    expect(await html(await get("/how-it-works?lang=fa&counted=1"))).toContain(
      "۷۶ شهر: ۴۳ تا در ایران و ۳۳ تا در جاهای دیگر",
    );
    for (const lang of ["en", "fa"])
      for (const path of ["/help", "/how-it-works"])
        expect(await html(await get(`${path}?lang=${lang}`))).not.toContain("{{");
    expect(await html(await get("/how-it-works?lang=en"))).toContain(
      "Every answer is in the help center",
    );
  });

  it("lists every cookie and storage entry that the code names [S-171]", async () => {
    const page = await html(await get("/legal/cookies?lang=en"));
    for (const entry of [
      "rooydad.language",
      "rooydad.theme",
      "rooydad.flash",
      "rooydad.mascot",
      "positions",
    ])
      expect(page).toContain(entry);
  });
});

describe("the changelog", () => {
  it("is the repository's in the reader's language", async () => {
    const english = await html(await get("/changelog?lang=en"));
    expect(english).toContain("<bdi>0.1.0</bdi>");
    expect(english).toContain("Added");
    expect(await html(await get("/changelog?lang=fa"))).toContain("افزوده شد");
  });
});

describe("the feedback page", () => {
  const flashOf = (response: Response) =>
    (response.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";

  it.each(["success", "info", "error"])(
    "shows a %s toast once, after a form and a redirect",
    async (kind) => {
      const sent = await post("/feedback-demo", { intent: "toast", kind });
      expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/feedback-demo#toasts"]);
      const page = await get("/feedback-demo?lang=fa", { Cookie: flashOf(sent) });
      expect(page.headers.get("X-Page-Cache")).toBeNull();
      expect(page.headers.get("Set-Cookie")).toMatch(/^rooydad\.flash=; Path=\/; Max-Age=0/);
      expect(await html(page)).toMatch(new RegExp(`data-kind="${kind}"`));
      expect(await html(await get("/feedback-demo?lang=fa"))).not.toContain("data-kind=");
    },
  );

  it("keeps the input and shows errors beside fields, with status 400", async () => {
    const response = await post("/feedback-demo", {
      intent: "check",
      titleEn: '"Jam"',
      venueEn: "",
      email: "me@rooydad.example",
    });
    const page = await html(response);
    expect(response.status).toBe(400);
    expect(page).toContain('value="&quot;Jam&quot;"');
    expect(page).toContain('value="me@rooydad.example"');
    expect(page).toMatch(
      /id="venueEn"[^>]*aria-invalid="true"[^>]*aria-describedby="venueEn-help venueEn-issue"/,
    );
    expect(page).toContain("Venue (English) is required");
    expect(page).not.toContain("email-issue");
  });

  it("accepts a valid form", async () => {
    const response = await post("/feedback-demo", {
      intent: "check",
      titleEn: "Night of the Setar",
      venueEn: "Roudaki Hall",
      email: "",
    });
    expect(response.status).toBe(303);
  });

  it("asks on its own page before deleting", async () => {
    expect(await html(await get("/feedback-demo?confirm=1"))).toMatch(
      /<dialog open=""[\s\S]*Are you sure you want to delete this event\?/,
    );
    expect(await html(await get("/feedback-demo"))).not.toMatch(/<dialog open/);
    const response = await post("/feedback-demo", { intent: "delete" });
    expect(response.headers.get("Location")).toBe("/feedback-demo?removed=1#confirm");
  });

  it("shows a list, an empty one, and a failed one", async () => {
    expect((await html(await get("/feedback-demo?list=slow"))).match(/<article/g)).toHaveLength(3);
    expect(await html(await get("/feedback-demo?list=empty"))).toContain("No events found");
    expect(await html(await get("/feedback-demo?list=fail"))).toContain(
      "We could not load the latest events. Please try again in a moment.",
    );
  });

  it("fails as a whole on request, with the number of the request [S-168]", async () => {
    const response = await get("/feedback-demo?fail=1");
    const page = await html(response);
    expect(response.status).toBe(500);
    expect(page).toContain("Oops! Something went wrong");
    expect(page).toContain(response.headers.get("X-Request-Id"));
    expect(page).not.toContain("asked to fail");
  });

  it("refuses unknown forms", async () => {
    expect((await post("/feedback-demo", { intent: "toast", kind: "loud" })).status).toBe(400);
    expect((await post("/feedback-demo", {})).status).toBe(400);
    expect(
      (await post("/feedback-demo", { intent: "delete" }, { Origin: "https://elsewhere.example" }))
        .status,
    ).toBe(403);
  });
});

describe("the link to suggest an event", () => {
  it.each(["en", "fa"])(
    "leads to the event form from How it works, header and home page, in %s",
    async (locale) => {
      const headers = { "Accept-Language": locale };
      const pageOf = async (path: string) => html(await get(path, headers));
      expect(/<main[\s\S]*<\/main>/.exec(await pageOf("/how-it-works"))?.[0]).toMatch(
        /<a [^>]*href="\/events\/create"/,
      );
      expect(/<header[\s\S]*?<\/header>/.exec(await pageOf("/cities"))?.[0]).toMatch(
        /<a [^>]*href="\/events\/create"/,
      );
      expect(/<main[\s\S]*<\/main>/.exec(await pageOf("/"))?.[0]).toMatch(
        /<a [^>]*href="\/events\/create"/,
      );
      expect(/<main[\s\S]*<\/main>/.exec(await pageOf("/"))?.[0]).not.toContain('href="mailto:');

      const sent = await get("/events/create", headers);
      const login = new URL(sent.headers.get("Location") ?? "", ORIGIN);
      expect([sent.status, login.pathname, login.searchParams.get("returnTo")]).toEqual([
        302,
        "/login",
        "/events/create",
      ]);
      // Plain HTTP has no password form.
      const page = await html(
        await SELF.fetch(`https://${login.host}${login.pathname}${login.search}`, { headers }),
      );
      const links = [...page.matchAll(/<a [^>]*href="(\/signup[^"]*)"/g)];
      expect(
        links.map(([, href]) =>
          new URL((href ?? "").replaceAll("&amp;", "&"), ORIGIN).searchParams.get("returnTo"),
        ),
      ).toContain("/events/create");
    },
  );
});
