import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { events, planChanges, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
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
    expect(await (await me.get(`/events/${id}?lang=en`)).text()).toContain(`href="/events/${id}/change?lang=en"`);
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
    expect([spoilt.status, spoilt.headers.get("Location")]).toEqual([303, expect.stringContaining("check=1")]);

    const sent = await me.post(review, { intent: "confirm", plan: "cancel", message: MESSAGE, startsAt: "", endsAt: "" });
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
    expect(html).toMatch(/<s><time dateTime=/i);
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
    await db.update(events).set({ venueId: hall.id, venueEn: "Vahdat Hall" }).where(eq(events.id, id));
    const startsAt = (event?.startsAt ?? 0) + DAY;
    const draft = { cityId: event?.cityId ?? "", venueId: hall.id, publishedAt: 1 };
    const other = await createEvent(db, { ...draft, id: crypto.randomUUID(), startsAt, titleEn: "A play of the same evening" });
    await createEvent(db, {
      ...draft,
      id: crypto.randomUUID(),
      startsAt: startsAt - DAY,
      endsAt: startsAt + 9 * DAY,
      titleEn: "An exhibition",
    });

    const form = await (await me.get(`/events/${id}/change?lang=en&reasons`)).text();
    for (const reason of ["Illness", "Venue", "Weather", "Refunds"]) expect(form).toContain(`>${reason}</button>`);

    const reviewAt = async (at: number, lang = "en") => {
      const wall = new Date(at + 3.5 * 3_600_000).toISOString().slice(0, 16);
      const query = new URLSearchParams({ plan: "move", message: MESSAGE, startsAt: wall, endsAt: "", lang });
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
