import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  SELF,
  waitOnExecutionContext,
} from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { HOUR } from "../../app/lib/dates/durations";
import type { JobMessage } from "../../app/lib/deps";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { createDatabase } from "../../db/client";
import { events, users } from "../../db/schema";
import { app } from "../../worker/app";
import { queue } from "../../worker/jobs/queue";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { forgetKeptPages, pageText } from "../helpers/page-text";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "http://rooydad.test";
const db = createDatabase(env.DB);

const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const textOf = pageText;

function jsonLdOf(html: string) {
  const script = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(script ?? "null");
}

describe("the page of an event", () => {
  let cityId: string;
  let id: string;
  const create = async (changes: Partial<Parameters<typeof createEvent>[1]> = {}) =>
    (await createEvent(db, { cityId, startsAt: Date.now() + 48 * HOUR, ...changes })).id;
  /**
   * Sends a request and runs the jobs that it enqueued. @returns the response and the number of
   * jobs
   */
  const askAndCount = async (path: string, init: RequestInit) => {
    // Sends what earlier requests have queued.
    await scheduler.wait(1);
    const sent: JobMessage[] = [];
    const context = createExecutionContext();
    const jobs = {
      send: async (message: JobMessage) => void sent.push(message),
    } as unknown as Env["JOBS"];
    const response = await app.fetch(
      new Request(`${ORIGIN}${path}`, init),
      { ...env, JOBS: jobs },
      context,
    );
    await waitOnExecutionContext(context);
    const messages = sent.map((body) => ({
      id: body.id,
      timestamp: new Date(),
      attempts: 1,
      body,
    }));
    const batch = createMessageBatch<JobMessage>("rooydad-jobs", messages);
    const carriedOut = createExecutionContext();
    await queue(batch, env, carriedOut);
    await getQueueResult(batch, carriedOut);
    return { response, jobs: sent.filter(({ type }) => type !== "operations.counted").length };
  };
  const interactions = async (eventId: string) =>
    (
      await db
        .select({ count: events.interactionCount })
        .from(events)
        .where(eq(events.id, eventId))
        .get()
    )?.count;

  beforeAll(async () => {
    cityId = (await createCity(db, { nameEn: "Shiraz", nameFa: "شیراز", slug: "shiraz" })).id;
    id = await create({
      titleEn: "Hafez, read slowly",
      titleFa: "حافظ، آهسته",
      descriptionEn: "One ghazal an evening.\n\nBring your own </script> copy.",
      venueEn: "Hafezieh",
      addressEn: "Golestan Blvd",
      ticketUrl: "https://tickets.example/hafez?seat=1",
      price: 1_200_000,
      tags: ["hafez"],
    });
  });

  it("shows date, place and price", async () => {
    const html = await textOf(`/events/${id}?lang=en`);
    expect(html).toMatch(/<h1><bdi>Hafez, read slowly<\/bdi><\/h1>/);
    for (const text of [
      "120,000 toman",
      "Hafezieh",
      "Golestan Blvd",
      "local time in Shiraz",
      "One ghazal an evening.",
    ])
      expect(html).toContain(text);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  });

  it("names the city once, as a link within the address", async () => {
    const page = async (addressEn: string, lang = "en") =>
      (
        await textOf(
          `/events/${await create({ addressEn, addressFa: "شیراز، خیابان شیرازی" })}?lang=${lang}`,
        )
      ).replaceAll("<!-- -->", "");
    const city = (name: string) => `<a [^>]*href="/cities/shiraz[^>]*>${name}</a>`;
    expect(await page("Shiraz Street, Shiraz 71")).toMatch(
      new RegExp(`<bdi>Shiraz Street, ${city("Shiraz")} 71</bdi></span>`),
    );
    expect(await page("Shirazian Street")).toMatch(
      new RegExp(`<bdi>Shirazian Street</bdi>, ${city("Shiraz")}</span>`),
    );
    expect(await page("Golestan Blvd", "fa")).toMatch(
      new RegExp(`<bdi>${city("شیراز")}، خیابان شیرازی</bdi></span>`),
    );
  });

  it("links addresses in the description, and the host's name to their profile", async () => {
    const host = crypto.randomUUID();
    const account = {
      id: host,
      email: `${host}@host.example`,
      displayName: "Kamran",
      passwordHash: null,
      photoUrl: null,
      preferredLanguage: null,
    };
    await newUser(createTestDeps(), { ...account, emailVerifiedAt: 1 });
    const hosted = await create({
      creatorId: host,
      organizerEn: "Khaneh Ensemble",
      descriptionEn: "Notes at https://ensemble.example/notes. <b>javascript:alert(1)</b>",
    });
    const html = await textOf(`/events/${hosted}?lang=en`);
    expect(html).toContain(
      'href="https://ensemble.example/notes" rel="nofollow ugc noopener" dir="ltr">https://ensemble.example/notes</a>.',
    );
    expect(html).not.toContain('href="javascript');
    expect(html).toMatch(new RegExp(`href="/users/${host}"><bdi>Khaneh Ensemble</bdi>`));
    await db.update(users).set({ isActive: false }).where(eq(users.id, host));
    await forgetKeptPages();
    expect(await textOf(`/events/${hosted}?lang=en`)).not.toContain(`/users/${host}`);
  });

  it("is in Persian if translated, else marks the text as English", async () => {
    const html = await textOf(`/events/${id}?lang=fa`);
    expect(html).toContain('<html lang="fa" dir="rtl"');
    expect(html).toContain("حافظ، آهسته");
    expect(html).toContain("۱۲۰٬۰۰۰ تومان");
    expect(html).toMatch(/<div class="[^"]*" lang="en"><p dir="auto">One ghazal/);
  });

  it("works without a script: tickets, calendars, sharing and reporting are links", async () => {
    const html = await textOf(`/events/${id}?lang=en`);
    expect(html).toMatch(
      new RegExp(`<a [^>]*href="/events/${id}/tickets" rel="nofollow noopener"`),
    );
    for (const path of ["ics", "calendar/google", "calendar/outlook"])
      expect(html).toContain(`href="/events/${id}/${path}"`);
    expect(html).toContain("https://t.me/share/url?url=");
    expect(html).toContain("https://wa.me/?text=");
    expect(html).toContain(`href="/events/${id}/report"`);
    expect(html).toContain(`value="${ORIGIN}/events/${id}"`);
    expect(html).toContain('href="/events?tag=hafez"');
  });

  it("embeds its promo video, loading nothing before it is played, as the page's policy allows", async () => {
    const film = await create({ titleEn: "Seen moving", videoUrl: "/media/events/video/1.mp4" });
    const response = await get(`/events/${film}?lang=en`);
    expect(response.headers.get("Content-Security-Policy")).toMatch(
      /img-src 'self' data: blob:; media-src 'self';/,
    );
    const [video = ""] = /<video [^>]*>/.exec(await response.text()) ?? [];
    expect(video).toContain(`src="${ORIGIN}/media/events/video/1.mp4"`);
    expect(video).toMatch(/ controls=""/);
    expect(video).toContain('preload="none"');
    expect(video).toMatch(/poster="\/covers\/motif\/[a-z]+-[a-z]+-\d+-wide\.svg"/);

    const pictured = await create({
      videoUrl: "/media/events/video/2.webm",
      imageUrl: "/media/events/a.jpg",
    });
    const html = await textOf(`/events/${pictured}?lang=en`);
    expect(html).toMatch(
      new RegExp(
        `<video [^>]*src="${ORIGIN}/media/events/video/2\\.webm" poster="${ORIGIN}/media/events/a\\.jpg"`,
      ),
    );
    for (const videoUrl of [null, "javascript:alert(1)"])
      expect(await textOf(`/events/${await create({ videoUrl })}?lang=en`)).not.toContain("<video");
  });

  it("shows a poster of any shape whole, with a link to the file", async () => {
    const poster = await create({ imageUrl: "/media/events/portrait.jpg" });
    const html = await textOf(`/events/${poster}?lang=en`);
    const [link = ""] =
      /<a class="[^"]*" href="[^"]*\/media\/events\/portrait\.jpg">.*?<\/a>/s.exec(html) ?? [];
    expect(link.match(/<img [^>]*src="[^"]*\/media\/events\/portrait\.jpg"/g)).toHaveLength(2);
    expect(link).toContain(">See the whole picture<");
    expect(await textOf(`/events/${poster}?lang=fa`)).toContain("دیدن تصویر کامل");
    expect(await textOf(`/events/${id}?lang=en`)).not.toMatch(/>See the whole picture</);
  });

  it("loads no picture or video from other sites, but links to the video and draws a cover [S-114]", async () => {
    const remote = await create({
      videoUrl: "https://films.example/a.webm",
      imageUrl: "https://pictures.example/a.jpg",
    });
    const html = await textOf(`/events/${remote}?lang=en`);
    expect(html).toMatch(
      /<a [^>]*href="https:\/\/films\.example\/a\.webm"[^>]*rel="nofollow ugc noopener"[^>]*>Watch the video on films\.example</,
    );
    expect(html).not.toMatch(/<video |pictures\.example/);
  });

  it("has structured data for search engines", async () => {
    const html = await textOf(`/events/${id}?lang=en`);
    expect(jsonLdOf(html)).toMatchObject({
      "@type": "Event",
      name: "Hafez, read slowly",
      description: "One ghazal an evening.\n\nBring your own </script> copy.",
      offers: {
        price: 1_200_000,
        priceCurrency: "IRR",
        url: "https://tickets.example/hafez?seat=1",
      },
      location: { address: { streetAddress: "Golestan Blvd", addressLocality: "Shiraz" } },
    });
    expect(html).toContain('<meta property="og:type" content="article"/>');
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/events/${id}"/>`);
    expect(html).toContain(`hrefLang="fa" href="${ORIGIN}/events/${id}?lang=fa"`);
    expect(html).toContain(
      '<meta name="description" content="One ghazal an evening. Bring your own &lt;/script&gt; copy."/>',
    );
  });

  it("is kept in the page cache for anonymous readers", async () => {
    await get(`/events/${id}?lang=en&x=1`);
    expect((await get(`/events/${id}?lang=en&x=1`)).headers.get("X-Page-Cache")).toBe("hit");
  });

  it("has no tickets button without a ticket link", async () => {
    const ways: Partial<Parameters<typeof createEvent>[1]>[] = [
      { ticketUrl: null },
      { ticketUrl: "javascript:alert(1)" },
      { ticketUrl: "https://tickets.example/", lifecycle: "cancelled" },
      { ticketUrl: "https://tickets.example/", startsAt: Date.now() - 5 * HOUR },
    ];
    for (const way of ways)
      expect(await textOf(`/events/${await create(way)}`)).not.toContain(`/tickets"`);
  });

  it.each([
    ["cancelled", { lifecycle: "cancelled" }, "This event has been cancelled."],
    ["postponed", { lifecycle: "postponed" }, "Postponed. There’s no new date yet."],
    ["over", { startsAt: Date.now() - 5 * HOUR }, "This event is over."],
    ["running", { startsAt: Date.now() - HOUR, endsAt: Date.now() + HOUR }, "On now"],
  ] as const)("shows that an event is %s", async (_, changes, text) => {
    expect(await textOf(`/events/${await create(changes)}?lang=en`)).toContain(text);
  });

  it("shows tags of the reader's language alone, where there are any", async () => {
    const both = await create({ tags: ["setar", "سه‌تار"] });
    const one = await create({ tags: ["setar"] });
    const tagsOf = async (eventId: string, locale: string) =>
      [
        ...(await textOf(`/events/${eventId}?lang=${locale}`)).matchAll(
          /href="\/events\?tag=([^"&]+)/g,
        ),
      ].map(([, tag = ""]) => decodeURIComponent(tag));
    expect(await tagsOf(both, "en")).toEqual(["setar"]);
    expect(await tagsOf(both, "fa")).toEqual(["سه‌تار"]);
    expect(await tagsOf(one, "fa")).toEqual(["setar"]);
  });

  it.each([
    ["cancelled", { lifecycle: "cancelled" }, "Instead"],
    ["over", { startsAt: Date.now() - 5 * HOUR }, "Next, in the same spirit"],
  ] as const)(
    "that is %s leads with what to do instead, before its facts, and offers no Save",
    async (_, changes, title) => {
      const like = await create({ categories: ["Dance"], startsAt: Date.now() + 24 * HOUR });
      const off = await create({ categories: ["Dance"], ...changes });
      const html = await textOf(`/events/${off}?lang=en`);
      const at = [`>${title}<`, `href="/events/${like}"`, ">Duration<"].map((part) =>
        html.indexOf(part),
      );
      expect(at).not.toContain(-1);
      expect([...at].sort((a, b) => a - b)).toEqual(at);
      expect(html).not.toContain(`action="/events/${off}/favourite"`);
      // The bar of phones: others like it, and no price.
      const bar = /data-action-bar.*?<details/s.exec(html)?.[0] ?? "";
      expect(bar).toMatch(
        /href="\/events\?[^"]*category=dance[^"]*"[^>]*>(<[^>]*>)*More like this/,
      );
      expect(bar).not.toContain("toman");
    },
  );

  it("shows similar events and others at the venue, each once and none cancelled", async () => {
    const soon = Date.now() + 24 * HOUR;
    const like = await create({ categories: ["Gaming"], titleEn: "Quite alike", startsAt: soon });
    await create({
      categories: ["Gaming"],
      titleEn: "Called off",
      startsAt: soon,
      lifecycle: "cancelled",
    });
    const html = await textOf(`/events/${await create({ categories: ["Gaming"] })}?lang=en`);
    expect(html.split(`href="/events/${like}"`)).toHaveLength(2);
    expect(html).not.toContain("Called off");
  });

  it.each(["nonsense", "019b0000-0000-7000-a000-ffffffffffff", "%00", "..%2f"])(
    "is Page Not Found for the id %s",
    async (unknown) => {
      const response = await get(`/events/${unknown}?lang=en`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Page Not Found");
    },
  );

  it.each([
    { status: "pending" },
    { status: "rejected" },
    { status: "flagged" },
    { isActive: false },
    { deletedAt: 1 },
  ] as const)("is Page Not Found for an unlisted event: %j", async (changes) => {
    const hidden = await create({ ...changes, ticketUrl: "https://tickets.example/" });
    for (const path of ["", "/ics", "/tickets", "/calendar/google"])
      expect((await get(`/events/${hidden}${path}`)).status).toBe(404);
  });

  describe("redirects", () => {
    it("to the tickets, and counts the click", async () => {
      const event = await create({ ticketUrl: "https://tickets.example/hafez?seat=1" });
      const { response } = await askAndCount(`/events/${event}/tickets`, {});
      expect(response.status).toBe(302);
      expect(response.headers.get("Location")).toBe("https://tickets.example/hafez?seat=1");
      expect(await interactions(event)).toBe(1);
    });

    it("to http and https only", async () => {
      for (const ticketUrl of ["javascript:alert(1)", "ftp://tickets.example", null])
        expect((await get(`/events/${await create({ ticketUrl })}/tickets`)).status).toBe(404);
    });

    it("to Google and Outlook with the event filled in, and to no other service", async () => {
      const google = new URL(
        (await get(`/events/${id}/calendar/google?lang=en`)).headers.get("Location") ?? "",
      );
      expect(google.host).toBe("calendar.google.com");
      expect(google.searchParams.get("text")).toBe("Hafez, read slowly");
      expect(google.searchParams.get("location")).toBe("Hafezieh, Golestan Blvd, Shiraz");
      const outlook = new URL(
        (await get(`/events/${id}/calendar/outlook?lang=fa`)).headers.get("Location") ?? "",
      );
      expect(outlook.host).toBe("outlook.live.com");
      expect(outlook.searchParams.get("subject")).toBe("حافظ، آهسته");
      for (const service of ["yahoo", "constructor", "__proto__"])
        expect((await get(`/events/${id}/calendar/${service}`)).status).toBe(404);
    });

    it("to a calendar file", async () => {
      const response = await get(`/events/${id}/ics?lang=fa`);
      expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
      expect(response.headers.get("Content-Disposition")).toBe(
        'attachment; filename="hafez-read-slowly.ics"',
      );
      expect((await response.text()).replaceAll("\r\n ", "")).toContain("SUMMARY:حافظ، آهسته\r\n");
      const etag = response.headers.get("ETag") ?? "";
      const again = await get(`/events/${id}/ics?lang=fa`, { "If-None-Match": `W/${etag}` });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect((await get(`/events/${id}/ics?lang=en`, { "If-None-Match": etag })).status).toBe(200);
    });
  });

  describe("share links", () => {
    const share = (path: string, headers: Record<string, string>) =>
      SELF.fetch(`${ORIGIN}${path}`, { method: "POST", headers, redirect: "manual" });

    it("are counted", async () => {
      const event = await create();
      const { response } = await askAndCount(`/events/${event}/share`, {
        method: "POST",
        headers: { Origin: ORIGIN },
      });
      expect(response.status).toBe(204);
      expect(await interactions(event)).toBe(1);
    });

    it("work on our own pages and for existing events only", async () => {
      expect(
        (await share(`/events/${id}/share`, { Origin: "https://elsewhere.example" })).status,
      ).toBe(403);
      expect((await share("/events/nonsense/share", { Origin: ORIGIN })).status).toBe(404);
    });

    it("redirect to the event's page", async () => {
      expect((await get(`/events/${id}/share`)).headers.get("Location")).toBe(`/events/${id}`);
    });
  });

  it("ignores crawlers and prefetches when counting", async () => {
    const event = await create({ ticketUrl: "https://tickets.example/" });
    const requests: RequestInit[] = [
      { headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } },
      { headers: { "Sec-Purpose": "prefetch" } },
      { method: "HEAD" },
    ];
    for (const init of requests)
      expect((await askAndCount(`/events/${event}/tickets`, init)).jobs).toBe(0);
  });
});
