import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import type { Actor } from "../../app/lib/permissions";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { createDatabase } from "../../db/client";
import { eventOccurrences, events, planChanges, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { written } from "../helpers/organizers";
import { scheduleOf } from "../helpers/schedule-of";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const db = createDatabase(env.DB);
const DAY = 86_400_000;
const MESSAGE = "One of the players is ill; we are sorry.";

let me: Browser;
let stranger: Browser;
let id = "";
const rowOf = () => db.select().from(events).where(eq(events.id, id)).get();

beforeAll(async () => {
  const deps = createTestDeps();
  me = await signInAs(deps, "user");
  stranger = await signInAs(deps, "user");
  const city = await createCity(db, { slug: "plan-city", nameEn: "Tehran", nameFa: "تهران" });
  const startsAt = Math.floor((Date.now() + 20 * DAY) / DAY) * DAY + 17 * 3_600_000;
  id = (
    await createEvent(db, {
      id: crypto.randomUUID(),
      cityId: city.id,
      startsAt,
      creatorId: me.id,
      titleEn: "An evening of setar",
      publishedAt: 1,
    })
  ).id;
});

describe("/events/{id}/change", () => {
  it("is for creator and staff only, and linked from the event's page", async () => {
    expect((await stranger.get(`/events/${id}/change`)).status).toBe(404);
    expect(await (await me.get(`/events/${id}?lang=en`)).text()).toContain(
      `href="/events/${id}/change?lang=en"`,
    );
  });

  it("offers move, postpone and cancel in both languages, with a required message and the number of recipients", async () => {
    for (const [lang, words] of [
      ["en", ["Move it", "Postpone", "Cancel", "10 to 500 characters", "0 people"]],
      ["fa", ["جابه‌جایی", "تعویق", "لغو", "۱۰ تا ۵۰۰ نویسه", "۰ نفر"]],
    ] as const) {
      const html = await (await me.get(`/events/${id}/change?lang=${lang}`)).text();
      for (const word of words) expect(html).toContain(word);
      for (const plan of ["move", "postpone", "cancel"]) expect(html).toContain(`value="${plan}"`);
      expect(html).not.toContain('value="reinstate"');
    }
  });

  it("shows errors beside their fields, and keeps the input", async () => {
    const refused = await me.post(`/events/${id}/change?lang=en`, {
      intent: "review",
      plan: "move",
      message: "Too short",
      startsAt: "2020-01-01T20:00",
      endsAt: "",
    });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('id="plan-message-issue"');
    expect(html).toContain('id="plan-startsAt-issue"');
    expect(html).toContain("Too short");
    expect((await rowOf())?.lifecycle).toBe("scheduled");
  });

  it("reviews at its own address, changes nothing before confirmation, and can be undone, all without a script", async () => {
    const asked = await me.post(`/events/${id}/change?lang=en`, {
      intent: "review",
      plan: "cancel",
      message: MESSAGE,
      startsAt: "",
      endsAt: "",
    });
    expect(asked.status).toBe(303);
    const review = asked.headers.get("Location") ?? "";
    expect(review).toContain(`/events/${id}/change/review?`);
    const html = await (await me.get(review)).text();
    expect(html).toContain("Cancelled: An evening of setar");
    expect(html).toContain(MESSAGE);
    expect((await rowOf())?.lifecycle).toBe("scheduled");
    // A manipulated URL redirects to the form.
    const spoilt = await me.get(`/events/${id}/change/review?plan=cancel&message=x`);
    expect([spoilt.status, spoilt.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining("check=1"),
    ]);

    const sent = await me.post(review, {
      intent: "confirm",
      plan: "cancel",
      message: MESSAGE,
      startsAt: "",
      endsAt: "",
    });
    expect(sent.status).toBe(303);
    expect((await rowOf())?.lifecycle).toBe("cancelled");
    const waiting = await (await me.get(`/events/${id}/change?lang=en`)).text();
    expect(waiting).toContain("Cancelled.");
    expect(waiting).toMatch(/<button[^>]*value="undo"/);
    expect(waiting).toContain("No one has saved it yet.");
    expect(waiting).not.toContain("notify 0");
    expect(waiting).not.toContain('value="review"');
    const page = await (await me.get(`/events/${id}?lang=en`)).text();
    expect(page).toContain("This event has been cancelled.");

    expect((await me.post(`/events/${id}/change`, { intent: "undo" })).status).toBe(303);
    expect((await rowOf())?.lifecycle).toBe("scheduled");
    expect(await db.$count(planChanges, eq(planChanges.eventId, id))).toBe(1);
  });

  it("moves by the wall time of the event's city; the page strikes the old time through and has EventRescheduled", async () => {
    const before = await rowOf();
    const day = new Date((before?.startsAt ?? 0) + 2 * DAY).toISOString().slice(0, 10);
    const fields = { plan: "move", message: MESSAGE, startsAt: `${day}T21:00`, endsAt: "" };
    await me.post(`/events/${id}/change/review?lang=en`, { intent: "confirm", ...fields });
    expect((await rowOf())?.startsAt).toBe(Date.parse(`${day}T21:00:00+03:30`));
    expect((await rowOf())?.previousStartsAt).toBe(before?.startsAt);
    const html = await (await me.get(`/events/${id}?lang=en&then=moved`)).text();
    // Its sentence is for screen readers.
    expect(html).toMatch(/<s aria-hidden="true"><time dateTime=/i);
    expect(html).toContain("https://schema.org/EventRescheduled");
    expect(html).toContain("previousStartDate");
    expect(html).toContain("New time. It was planned for");
  });

  it("offers reasons that fill the message, and warns of another event at the same venue, without a script", async () => {
    const event = await rowOf();
    const hall = await db
      .insert(venues)
      .values({
        id: crypto.randomUUID(),
        cityId: event?.cityId ?? "",
        nameEn: "Vahdat Hall",
        searchKey: "vahdat hall",
        createdAt: 0,
        updatedAt: 0,
      })
      .returning()
      .get();
    // Ends the minute in which the last change can be undone.
    await db.update(planChanges).set({ dueAt: 0 }).where(eq(planChanges.eventId, id));
    await db
      .update(events)
      .set({ venueId: hall.id, venueEn: "Vahdat Hall" })
      .where(eq(events.id, id));
    const startsAt = (event?.startsAt ?? 0) + DAY;
    const draft = { cityId: event?.cityId ?? "", venueId: hall.id, publishedAt: 1 };
    const other = await createEvent(db, {
      ...draft,
      id: crypto.randomUUID(),
      startsAt,
      titleEn: "A play of the same evening",
    });
    await createEvent(db, {
      ...draft,
      id: crypto.randomUUID(),
      startsAt: startsAt - DAY,
      endsAt: startsAt + 9 * DAY,
      titleEn: "An exhibition",
    });

    const form = await (await me.get(`/events/${id}/change?lang=en&reasons`)).text();
    for (const reason of ["Illness", "Venue", "Weather", "Refunds"])
      expect(form).toContain(`>${reason}</button>`);

    const reviewAt = async (at: number, lang = "en") => {
      const wall = new Date(at + 3.5 * 3_600_000).toISOString().slice(0, 16);
      const query = new URLSearchParams({
        plan: "move",
        message: MESSAGE,
        startsAt: wall,
        endsAt: "",
        lang,
      });
      return (await me.get(`/events/${id}/change/review?${query}`)).text();
    };
    const clashing = await reviewAt(startsAt + 3_600_000);
    expect(clashing).toContain("Another event is at Vahdat Hall at that time.");
    expect(clashing).toContain("A play of the same evening");
    expect(clashing).toContain(`href="/events/${other.id}?lang=en"`);
    expect(await reviewAt(startsAt + 3_600_000, "fa")).toContain("در آن زمان رویداد دیگری در");
    for (const free of [startsAt + 2 * 3_600_000, startsAt - 2 * 3_600_000]) {
      const html = await reviewAt(free);
      expect(html).toContain("Review the change");
      expect(html).not.toContain("Another event is at");
    }
  });
});

describe("/events/{id}/change of a series", () => {
  const ZONE = "Asia/Tehran";
  let deps: ReturnType<typeof createTestDeps>;
  let organizer: Browser;
  let series = "";
  const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
  const at = (days: number) => `${day(days)}T20:00`;
  const datesOf = async () =>
    (
      await db
        .select()
        .from(eventOccurrences)
        .where(eq(eventOccurrences.eventId, series))
        .orderBy(eventOccurrences.originalStart)
    ).map(({ status }) => status);
  /** Ends the minute in which the last change can be undone. */
  const pass = () =>
    db.update(planChanges).set({ dueAt: 0 }).where(eq(planChanges.eventId, series));

  beforeAll(async () => {
    deps = createTestDeps(Date.now());
    await createCity(db, { slug: "tehran", nameEn: "Tehran", timeZone: ZONE });
    organizer = await signInAs(deps, "moderator");
    const author: Actor = {
      id: organizer.id,
      role: "moderator",
      isVerified: true,
      sessionId: organizer.sessionId,
    };
    const dates = [2, 4, 6].map((days) => ({ originalStart: at(days), end: `${day(days)}T21:30` }));
    series = await createDraft(
      deps,
      author,
      written({ schedule: scheduleOf({ kind: "dates", dates }) }),
    );
    await submitEvent(deps, author, series);
    await db
      .update(events)
      .set({ status: "approved", publishedAt: 1 })
      .where(eq(events.id, series));
  });

  it("asks for the date first, without a script, and goes straight to one that the address names", async () => {
    const list = await (await organizer.get(`/events/${series}/change?lang=en`)).text();
    expect(list).toContain("Which date?");
    for (const days of [2, 4, 6])
      expect(list).toContain(
        `/events/${series}/change?at=${encodeURIComponent(at(days))}&amp;lang=en`,
      );
    expect(list).toContain("All 3 dates");
    expect(list).not.toContain('name="plan"');
    const form = await (await organizer.get(`/events/${series}/change?lang=en&at=${at(4)}`)).text();
    expect(form).toContain(`name="at" value="${at(4)}"`);
    for (const scope of ["one", "following", "all"])
      expect(form).toMatch(
        new RegExp(`name="scope"[^>]*value="${scope}"|value="${scope}"[^>]*name="scope"`),
      );
    expect(form).toContain("Mark as sold out");
    // The last date has none after it; of an unknown one, the list is shown.
    const last = await (await organizer.get(`/events/${series}/change?lang=en&at=${at(6)}`)).text();
    expect(last).not.toContain('value="following"');
    expect(
      await (await organizer.get(`/events/${series}/change?lang=en&at=2020-01-01T20:00`)).text(),
    ).toContain("Which date?");
  });

  it("is linked from the event's page for the date that it shows, and My events adds a date in two clicks", async () => {
    const change = `/events/${series}/change?at=${encodeURIComponent(at(4))}&amp;lang=en`;
    const page = await (await organizer.get(`/events/${series}?at=${at(4)}&lang=en`)).text();
    expect(page).toContain(`href="${change}"`);
    expect(page).toContain("Change this date");
    const list = await (await organizer.get("/my-events?lang=en")).text();
    expect(list).toContain(`/events/${series}/edit?add=1&amp;lang=en#when`);
    // In the words of cards.
    expect(list).toContain("2 more dates");
    expect(list).not.toContain("dates to come");
    const form = await (await organizer.get(`/events/${series}/edit?add=1&lang=en`)).text();
    expect(form).toMatch(
      new RegExp(
        `name="schedule.dates.3.start"[^>]*value="${day(13)}T20:00"|value="${day(13)}T20:00"[^>]*name="schedule.dates.3.start"`,
      ),
    );
    expect(form).toContain('name="schedule.dates.3.soldOut"');
  });

  it("marks a date as sold out and available again, each with one button", async () => {
    const mark = (intent: string) =>
      organizer.post(`/events/${series}/change?lang=en&at=${at(4)}`, { intent, at: at(4) });
    expect((await mark("sell-out")).status).toBe(303);
    expect(await datesOf()).toEqual(["scheduled", "sold-out", "scheduled"]);
    const form = await (
      await organizer.get(`/events/${series}/change?lang=en&at=${at(4)}&then=sold`)
    ).text();
    expect(form).toContain("Mark as available again");
    expect(form).toContain("Last change: Sold out:");
    expect((await mark("sell-out")).status).toBe(409);
    expect((await mark("reopen")).status).toBe(303);
    expect(await datesOf()).toEqual(["scheduled", "scheduled", "scheduled"]);
  });

  it("reviews the dates that change, changes them after confirmation, and undoes it", async () => {
    const fields = {
      plan: "cancel",
      message: MESSAGE,
      startsAt: "",
      endsAt: "",
      at: at(4),
      scope: "following",
    };
    const asked = await organizer.post(`/events/${series}/change?lang=en&at=${at(4)}`, {
      intent: "review",
      ...fields,
    });
    const review = asked.headers.get("Location") ?? "";
    const html = (await (await organizer.get(review)).text()).replaceAll("<!-- -->", "");
    expect(html).toContain("2 dates change");
    expect(html).toContain("20:00 and 1 more date)");
    expect(html).toContain("Cancel 2 dates");
    expect(html).toContain("All other dates stay as announced.");
    const persian = (
      await (await organizer.get(review.replace("lang=en", "lang=fa"))).text()
    ).replaceAll("<!-- -->", "");
    expect(persian).toContain("۲ نوبت تغییر می‌کند");
    expect(persian).toContain("و ۱ نوبت دیگر)");
    expect(await datesOf()).toEqual(["scheduled", "scheduled", "scheduled"]);

    expect((await organizer.post(review, { intent: "confirm", ...fields })).status).toBe(303);
    expect(await datesOf()).toEqual(["scheduled", "cancelled", "cancelled"]);
    const waiting = await (await organizer.get(`/events/${series}/change?lang=en`)).text();
    expect(waiting).toMatch(/Cancelled: [^<]*20:00 and 1 more date\./);
    expect(waiting).not.toContain("Which date?");
    expect((await organizer.post(`/events/${series}/change`, { intent: "undo" })).status).toBe(303);
    expect(await datesOf()).toEqual(["scheduled", "scheduled", "scheduled"]);
  });

  it("moves one date by the time that the form shows, and cancels all as the event", async () => {
    await pass();
    const move = {
      plan: "move",
      message: MESSAGE,
      startsAt: `${day(5)}T19:00`,
      endsAt: "",
      at: at(4),
      scope: "one",
    };
    const page = (
      await (await organizer.get(`/events/${series}/change?lang=en&at=${at(4)}&then=move`)).text()
    ).replaceAll("<!-- -->", "");
    expect(page).toContain(at(4));
    const review = `/events/${series}/change/review?${new URLSearchParams({ ...move, lang: "en" })}`;
    expect((await (await organizer.get(review)).text()).replaceAll("<!-- -->", "")).toContain(
      "1 date changes",
    );
    await organizer.post(review, { intent: "confirm", ...move });
    const rows = await db
      .select()
      .from(eventOccurrences)
      .where(eq(eventOccurrences.eventId, series));
    expect(
      rows.filter(({ startsAt }) => startsAt === Date.parse(`${day(5)}T19:00:00+03:30`)),
    ).toHaveLength(1);
    await pass();
    const all = {
      plan: "cancel",
      message: MESSAGE,
      startsAt: "",
      endsAt: "",
      at: at(2),
      scope: "all",
    };
    await organizer.post(`/events/${series}/change/review?lang=en`, { intent: "confirm", ...all });
    expect(await db.select().from(events).where(eq(events.id, series)).get()).toMatchObject({
      lifecycle: "cancelled",
    });
    await pass();
    // Of a cancelled event, the whole is reinstated.
    const whole = await (
      await organizer.get(`/events/${series}/change?lang=en&at=${at(2)}`)
    ).text();
    expect(whole).toContain('value="reinstate"');
    expect(whole).not.toContain("Which date?");
  });
});
