import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { changePlan } from "../../app/modules/authoring/change-plan.server";
import { createDraft, deleteEvent } from "../../app/modules/authoring/draft-commands.server";
import {
  getOwnEvent,
  ownEventValues,
  versionOf,
} from "../../app/modules/authoring/find-own-event.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent, withdrawEvent } from "../../app/modules/authoring/submit-event.server";
import { getListedEvent } from "../../app/modules/events/get-event.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { trustEntriesOf } from "../../app/modules/identity/trust/trust.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { listNotifications } from "../../app/modules/notifications/queries.server";
import { flagEvent } from "../../app/modules/review/moderation/flag-event.server";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { cities, eventDecisions, eventFlags, events, notifications, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { failureOf, issuesOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;
const MESSAGE = "One of the players is ill; we are sorry.";
let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  await createCity(deps.db, {
    slug: "toronto",
    nameEn: "Toronto",
    countryCode: "CA",
    timeZone: "America/Toronto",
  });
});

const rowOf = (id: string) => deps.db.select().from(events).where(eq(events.id, id)).get();
const found = async (query: string) => {
  const list = await listEvents(deps, parseEventQuery(new URLSearchParams(query)).query);
  return list.events.map(({ id }) => id);
};
const upcomingOf = async (slug: string) =>
  (await deps.db.select().from(cities).where(eq(cities.slug, slug)).get())?.upcomingCount;
const scoreOf = async (id: string) =>
  (await deps.db.select().from(users).where(eq(users.id, id)).get())?.trustScore;

describe("a draft", () => {
  it("needs its English title only", async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, {
      ...written(),
      ...emptyOf(),
      title: { en: "A Night of Kamancheh", fa: null },
    });
    const { draft } = await getOwnEvent(deps, author, id);
    expect(draft?.values.city).toBeNull();
  });

  it.each([
    [
      "no English title",
      { title: { en: null, fa: "شب کمانچه" } },
      { "title.en": "errors:issue.required.title" },
    ],
    [
      "a title that is too short",
      { title: { en: "Oud", fa: null } },
      { "title.en": "errors:issue.shorterThan" },
    ],
    [
      "an end before the start",
      { endsAt: "2026-12-01T10:00:00Z" },
      { endsAt: "errors:issue.endBeforeStart" },
    ],
    [
      "an event of two hundred years ago",
      { startsAt: "1826-12-18T10:00:00Z" },
      { startsAt: "errors:issue.noSuchTime" },
    ],
    ["31 February", { startsAt: "2027-02-31T20:00" }, { startsAt: "errors:issue.noSuchTime" }],
    ["an unknown city", { city: "atlantis" }, { city: "errors:issue.city" }],
    ["half a position", { latitude: 35.7 }, { longitude: "errors:issue.position" }],
    ["an unknown currency", { price: 5, currency: "XYZ" }, { currency: "errors:issue.currency" }],
    ["a tenth of a rial", { price: 10.5, currency: "IRR" }, { price: "errors:issue.priceWhole" }],
    [
      "a tenth of a cent",
      { price: 10.505, currency: "CAD" },
      { price: "errors:issue.priceDecimals" },
    ],
  ])("is refused with %s", async (_, changes, issues) => {
    const author = await addActor(deps);
    expect(await issuesOf(createDraft(deps, author, written(changes)))).toEqual(issues);
  });

  it("is visible to its author only, not to staff", async () => {
    const id = await createDraft(deps, await addActor(deps), written());
    for (const role of ["user", "moderator", "owner"] as const) {
      const other = await addActor(deps, role);
      expect((await failureOf(getOwnEvent(deps, other, id))).code).toBe("not-found");
      expect((await failureOf(deleteEvent(deps, other, id))).code).toBe("not-found");
    }
  });

  it("saved over a newer text gets a conflict, and both are kept", async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, written());
    const seen = versionOf(await getOwnEvent(deps, author, id));
    await saveEvent(deps, author, id, written({ price: 100, currency: "IRR" }), seen);
    expect(
      (await failureOf(saveEvent(deps, author, id, written({ price: 200, currency: "IRR" }), seen)))
        .code,
    ).toBe("conflict");
    expect(ownEventValues(await getOwnEvent(deps, author, id)).price).toBe(100);
  });

  it("is refused while the settings allow no new events, except from staff", async () => {
    await changeSettings(deps, "features", { enableEventSubmission: false }, null);
    expect((await failureOf(createDraft(deps, await addActor(deps), written()))).code).toBe(
      "forbidden",
    );
    await createDraft(deps, await addActor(deps, "moderator"), written());
  });
});

describe("a submit", () => {
  it("reports everything that is missing, in the specification's words", async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, { ...written(), ...emptyOf() });
    expect(await issuesOf(submitEvent(deps, author, id))).toEqual({
      "description.en": "errors:issue.required.description",
      "venue.en": "errors:issue.required.venue",
      city: "errors:issue.required.city",
      startsAt: "errors:issue.required.start",
      endsAt: "errors:issue.required.end",
    });
  });

  it("waits for a moderator, hidden from others", async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, written());
    expect(await submitEvent(deps, author, id)).toBe("pending");
    expect(await found("q=kamancheh")).toEqual([]);
    expect((await failureOf(getListedEvent(deps, id))).code).toBe("not-found");
    expect((await failureOf(getOwnEvent(deps, await addActor(deps), id))).code).toBe("not-found");
    expect((await getOwnEvent(deps, await addActor(deps, "moderator"), id)).event?.status).toBe(
      "pending",
    );
  });

  it.each([
    ["a moderator", "moderator", 0, {}],
    ["a trusted creator", "user", 60, {}],
    ["any user, if the settings say so,", "user", 10, { autoApproveEvents: true }],
  ] as const)(
    "of %s is published at once: in lists, search and the city's count",
    async (_, role, score, moderation) => {
      await changeSettings(deps, "moderation", moderation, null);
      const author = await addActor(deps, role, score || 10);
      const id = await createDraft(deps, author, written());
      expect(await submitEvent(deps, author, id)).toBe("approved");
      expect(await found("")).toEqual([id]);
      expect(await found("q=kamancheh")).toEqual([id]);
      expect(await upcomingOf("tehran")).toBe(1);
      await deps.afterwards();
      expect(deps.announced).toEqual([{ city: "tehran", eventId: id, change: "created" }]);
    },
  );

  it.each([
    ["yesterday evening", -20 * HOUR, -18 * HOUR, { startsAt: "errors:issue.startsInPast" }],
    ["an exhibition that is on for weeks", -20 * HOUR, 400 * HOUR, {}],
  ])(
    "must not start in the past, except for events of several days still on: %s",
    async (_, from, to, issues) => {
      const author = await addActor(deps);
      const now = deps.clock.now();
      const at = (offset: number) => new Date(now + offset).toISOString();
      const id = await createDraft(deps, author, written({ startsAt: at(from), endsAt: at(to) }));
      const outcome = submitEvent(deps, author, id);
      if (Object.keys(issues).length > 0) expect(await issuesOf(outcome)).toEqual(issues);
      else expect(await outcome).toBe("pending");
    },
  );

  it("reads wall time in the city's zone, and a skipped hour like Temporal's \"compatible\"", async () => {
    const author = await addActor(deps, "moderator");
    // Clocks in Toronto jump from 02:00 to 03:00 on 14 March 2027.
    const id = await createDraft(
      deps,
      author,
      written({ city: "toronto", startsAt: "2027-03-14T02:30", endsAt: "2027-03-14T05:00" }),
    );
    await submitEvent(deps, author, id);
    expect(new Date((await rowOf(id))?.startsAt ?? 0).toISOString()).toBe(
      "2027-03-14T07:30:00.000Z",
    );
    expect((await rowOf(id))?.currency).toBe("CAD");
  });

  it("happens once, however often the button is clicked", async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, written());
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => submitEvent(deps, author, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await deps.db.select().from(eventDecisions)).toHaveLength(1);
  });
});

describe("the limits of a creator", () => {
  it("apply to concurrent submits", async () => {
    const author = await addActor(deps, "user", 10);
    const drafts = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        createDraft(deps, author, written({ title: { en: `Evening number ${index}`, fa: null } })),
      ),
    );
    const outcomes = await Promise.allSettled(drafts.map((id) => submitEvent(deps, author, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await deps.db.select().from(events)).toHaveLength(3);
  });

  it("say when there is room again: at the next midnight in the creator's zone", async () => {
    const author = await addActor(deps, "user", 10);
    for (let index = 0; index < 3; index += 1)
      await submitEvent(deps, author, await createDraft(deps, author, written()));
    const refusal = await failureOf(
      submitEvent(deps, author, await createDraft(deps, author, written())),
    );
    expect(refusal.code).toBe("too-many-requests");
    expect(refusal.issues[0]).toEqual({
      path: "limit",
      message: "errors:issue.creatorLimit.day",
      values: { limit: 3 },
    });
    // It is 13:30 in Tehran.
    expect(refusal.retryAfter).toBe(10.5 * 3600);
    deps.pass(10.5 * HOUR);
    await submitEvent(deps, author, await createDraft(deps, author, written()));
  });

  it("count first submits only", async () => {
    const author = await addActor(deps, "user", -10);
    const id = await createDraft(deps, author, written());
    await submitEvent(deps, author, id);
    await withdrawEvent(deps, author, id);
    expect(await submitEvent(deps, author, id)).toBe("pending");
  });

  it("let an account of low trust wait a day after a rejection", async () => {
    const author = await addActor(deps, "user", -10);
    const id = await createDraft(deps, author, written());
    await submitEvent(deps, author, id);
    await rejectEvent(deps, await addActor(deps, "moderator"), id, "The hall is closed.");
    deps.pass(11 * HOUR);
    const refusal = await failureOf(
      submitEvent(deps, author, await createDraft(deps, author, written())),
    );
    expect(refusal.issues[0]?.message).toBe("errors:issue.creatorLimit.cooldown");
    expect(refusal.retryAfter).toBe(13 * 3600);
    deps.pass(13 * HOUR);
    await submitEvent(deps, author, await createDraft(deps, author, written()));
  });

  it("do not apply to staff", async () => {
    const author = await addActor(deps, "moderator", -40);
    for (let index = 0; index < 5; index += 1)
      await submitEvent(deps, author, await createDraft(deps, author, written()));
    expect(await deps.db.select().from(events)).toHaveLength(5);
  });
});

describe("a moderator", () => {
  const submitted = async () => {
    const author = await addActor(deps, "user", 10);
    const id = await createDraft(deps, author, written());
    await submitEvent(deps, author, id);
    return { author, id, moderator: await addActor(deps, "moderator") };
  };

  it("approves: the event is public and its creator gets five points, once", async () => {
    const { author, id, moderator } = await submitted();
    await approveEvent(deps, moderator, id);
    expect(await found("q=kamancheh")).toEqual([id]);
    expect(await scoreOf(author.id)).toBe(15);
    expect(
      (await trustEntriesOf(deps, author.id)).map(({ kind, points }) => [kind, points]),
    ).toEqual([
      ["approval", 5],
      ["verified-email", 10],
    ]);
  });

  it("rejects with a reason for the creator, who corrects and submits again", async () => {
    const { author, id, moderator } = await submitted();
    await rejectEvent(deps, moderator, id, "Which hall is it?");
    expect(await rowOf(id)).toMatchObject({
      status: "rejected",
      rejectionReason: "Which hall is it?",
    });
    expect(await scoreOf(author.id)).toBe(0);
    await saveEvent(deps, author, id, written({ venue: { en: "Vahdat Hall", fa: null } }));
    expect(await submitEvent(deps, author, id)).toBe("pending");
    expect(await rowOf(id)).toMatchObject({ rejectionReason: null, venueEn: "Vahdat Hall" });
  });

  it("decides once: the second of two concurrent decisions gets a conflict", async () => {
    const { author, id, moderator } = await submitted();
    const second = await addActor(deps, "admin");
    const outcomes = await Promise.allSettled([
      approveEvent(deps, moderator, id),
      rejectEvent(deps, second, id, "No."),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      (await deps.db.select().from(eventDecisions)).filter(({ action }) => action !== "submit"),
    ).toHaveLength(1);
    expect([15, 0]).toContain(await scoreOf(author.id));
  });

  it("never has the role user", async () => {
    const { author, id } = await submitted();
    expect((await failureOf(approveEvent(deps, author, id))).code).toBe("forbidden");
    expect((await failureOf(rejectEvent(deps, author, id, "No."))).code).toBe("forbidden");
  });
});

describe("an edit of a public event", () => {
  const published = async (score: number) => {
    const author = await addActor(deps, "user", score);
    const moderator = await addActor(deps, "moderator");
    const id = await createDraft(deps, author, written());
    if ((await submitEvent(deps, author, id)) === "pending")
      await approveEvent(deps, moderator, id);
    return { author, moderator, id };
  };
  const later = new Date(Date.UTC(2026, 11, 19, 18)).toISOString();
  const evenLater = new Date(Date.UTC(2026, 11, 19, 20)).toISOString();

  it("waits for review: the approved version stays until a moderator accepts it", async () => {
    const { author, moderator, id } = await published(20);
    expect(await saveEvent(deps, author, id, written({ startsAt: later, endsAt: evenLater }))).toBe(
      "waits-for-review",
    );
    expect((await getListedEvent(deps, id)).startsAt).not.toBe(Date.parse(later));
    await approveEvent(deps, moderator, id);
    const event = await getListedEvent(deps, id);
    expect(event).toMatchObject({
      startsAt: Date.parse(later),
      sequence: 1,
      previousStartsAt: Date.parse(written().startsAt ?? ""),
    });
    expect((await getOwnEvent(deps, author, id)).revision).toBeNull();
    expect(await scoreOf(author.id)).toBe(25);
  });

  it("changes nothing if it is rejected, and the reason is shown", async () => {
    const { author, moderator, id } = await published(20);
    await saveEvent(deps, author, id, written({ price: 5_000_000, currency: "IRR" }));
    await rejectEvent(deps, moderator, id, "Prices are not for us to raise.");
    const own = await getOwnEvent(deps, author, id);
    expect(own.revision).toMatchObject({
      status: "rejected",
      rejectionReason: "Prices are not for us to raise.",
    });
    expect(own.event).toMatchObject({ status: "approved", price: 0 });
    expect(await found("q=kamancheh")).toEqual([id]);
  });

  it("by staff or the most trusted users is public at once, in search too", async () => {
    const { author, id } = await published(60);
    expect(
      await saveEvent(
        deps,
        author,
        id,
        written({ title: { en: "A Night of Ney", fa: null }, city: "toronto" }),
      ),
    ).toBe("saved");
    expect(await found("q=ney")).toEqual([id]);
    expect(await found("q=kamancheh night&city=tehran")).toEqual([]);
    expect([await upcomingOf("tehran"), await upcomingOf("toronto")]).toEqual([0, 1]);
  });

  it("cannot be a deletion by its creator, but a cancellation, which stays in the lists", async () => {
    const { author, id } = await published(20);
    expect((await failureOf(deleteEvent(deps, author, id))).code).toBe("conflict");
    await changePlan(deps, author, id, { plan: "cancel", message: MESSAGE });
    expect((await getListedEvent(deps, id)).lifecycle).toBe("cancelled");
    expect(
      (await failureOf(changePlan(deps, author, id, { plan: "cancel", message: MESSAGE }))).code,
    ).toBe("conflict");
    await deps.afterwards();
    expect(deps.announced.at(-1)).toEqual({ city: "tehran", eventId: id, change: "cancelled" });
  });

  it("notifies those who saved it of each change, once each, except the actor", async () => {
    const { author, id } = await published(20);
    const [fan, other] = [await addActor(deps), await addActor(deps)];
    for (const person of [fan, other, author]) await saveFavourite(deps, person, id);
    await changePlan(deps, author, id, { plan: "postpone", message: MESSAGE });
    await failureOf(changePlan(deps, author, id, { plan: "postpone", message: MESSAGE }));
    deps.pass(61_000);
    await sweepDomainEvents(deps);
    await changePlan(deps, author, id, { plan: "cancel", message: MESSAGE });
    deps.pass(61_000);
    await sweepDomainEvents(deps);
    const rows = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.relatedEntityId, id));
    const told = rows
      .filter(({ type }) => type === "other")
      .map(({ userId, kind, actionPath }) => [userId, kind, actionPath]);
    const expected = [fan.id, other.id].flatMap((person) =>
      ["event-postponed", "event-cancelled"].map((kind) => [person, kind, `/events/${id}`]),
    );
    expect(told.sort()).toEqual(expected.sort());
    const { items } = await listNotifications(deps, fan, { page: 1, pageSize: 20, isRead: null });
    expect(items.map(({ values }) => values.title)).toEqual([
      { en: "A Night of Kamancheh", fa: "شب کمانچه" },
      { en: "A Night of Kamancheh", fa: "شب کمانچه" },
    ]);
  });

  it("can be a deletion by staff, from lists, search and counts", async () => {
    const { moderator, id } = await published(20);
    await deleteEvent(deps, moderator, id);
    expect(await found("")).toEqual([]);
    expect(await found("q=kamancheh")).toEqual([]);
    expect(await upcomingOf("tehran")).toBe(0);
  });
});

describe("reports", () => {
  const published = async () => {
    const author = await addActor(deps, "user", 60);
    const id = await createDraft(deps, author, written());
    await submitEvent(deps, author, id);
    return { author, id };
  };
  const report = { reason: "misleading", note: null } as const;
  const ADDRESS = "203.0.113.7";

  it("hide an event once they weigh as much as the settings say, and a moderator clears them", async () => {
    const { id } = await published();
    for (let index = 0; index < 2; index += 1)
      expect(
        (await flagEvent(deps, await addActor(deps, "user", 40), id, report, ADDRESS)).isHidden,
      ).toBe(false);
    expect(await found("")).toEqual([id]);
    expect(
      (await flagEvent(deps, await addActor(deps, "user", 40), id, report, ADDRESS)).isHidden,
    ).toBe(true);
    expect(await found("")).toEqual([]);
    expect(await found("q=kamancheh")).toEqual([]);
    await approveEvent(deps, await addActor(deps, "moderator"), id);
    expect(await found("q=kamancheh")).toEqual([id]);
    expect(await rowOf(id)).toMatchObject({ status: "approved", flagCount: 0 });
    expect((await deps.db.select().from(eventFlags)).map(({ outcome }) => outcome)).toEqual([
      "cleared",
      "cleared",
      "cleared",
    ]);
  });

  it("count once per person, and not from its creator", async () => {
    const { author, id } = await published();
    const reader = await addActor(deps);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => flagEvent(deps, reader, id, report, ADDRESS)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await failureOf(flagEvent(deps, author, id, report, ADDRESS))).code).toBe("conflict");
    expect((await rowOf(id))?.flagCount).toBe(1);
  });

  it("of one member of the staff are enough; upheld, they cost the creator five points", async () => {
    const { author, id } = await published();
    const moderator = await addActor(deps, "moderator");
    expect((await flagEvent(deps, moderator, id, report, ADDRESS)).isHidden).toBe(true);
    await rejectEvent(deps, moderator, id, "It is another hall.");
    expect(await scoreOf(author.id)).toBe(55);
  });
});

/** A draft without the values of `written`. */
function emptyOf() {
  const none = { en: null, fa: null };
  return {
    description: none,
    venue: none,
    city: null,
    startsAt: null,
    endsAt: null,
    price: null,
    categories: [],
    tags: [],
  };
}
