import { env } from "cloudflare:test";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import {
  getOwnEvent,
  ownEventValues,
  versionOf,
} from "../../app/modules/authoring/find-own-event.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import type { EventInput } from "../../app/modules/authoring/schema";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { flagEvent } from "../../app/modules/review/moderation/flag-event.server";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import { createDatabase } from "../../db/client";
import {
  auditEntries,
  autoHidingPauses,
  eventDecisions,
  eventFlags,
  eventRevisions,
  events,
  mails,
  notifications,
  trustEntries,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { settleNow } from "../helpers/settle-now";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUEUE = "/admin/pending-events";

let deps: TestDeps;
let tehran: { id: string };
let sara: Browser;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  // The Worker caches cities for seconds, so the id must be fixed.
  tehran = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000001",
    slug: "tehran",
    nameEn: "Tehran",
  });
  sara = await signInAs(deps, "moderator", { displayName: "Sara" });
});

const actorOf = (who: Browser, role: "user" | "moderator" = "moderator") =>
  ({ id: who.id, role, isVerified: true, sessionId: who.sessionId }) as const;

/** An event that has waited for this many hours. */
const pending = (hours: number, changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId: tehran.id,
    startsAt: deps.clock.now() + 20 * DAY,
    titleEn: `Waits ${hours} hours`,
    descriptionEn: "A long evening.",
    venueEn: "Roudaki Hall",
    status: "pending",
    submittedAt: deps.clock.now() - hours * HOUR,
    publishedAt: null,
    createdAt: deps.clock.now() - hours * HOUR,
    ...changes,
  });

/** A host with a public event and a pending edit. */
async function edited(changes: Parameters<typeof written>[0] = {}) {
  const host = await addActor(deps);
  const startsAt = new Date(deps.clock.now() + 10 * DAY).toISOString();
  const endsAt = new Date(deps.clock.now() + 10 * DAY + 2 * HOUR).toISOString();
  const id = await createDraft(deps, host, written({ startsAt, endsAt }));
  await submitEvent(deps, host, id);
  await approveEvent(deps, actorOf(sara), id);
  // The form's values, completed by the server: host name and currency.
  const input = ownEventValues(await getOwnEvent(deps, host, id)) as EventInput;
  await saveEvent(deps, host, id, {
    ...input,
    title: { en: "A Night of Setar", fa: "شب سه‌تار" },
    ...changes,
  });
  return { id, host, input };
}

const withoutScripts = (html: string) =>
  html
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "");
const textOf = async (who: Browser, path: string, lang = "en") =>
  withoutScripts(await (await who.get(path, { "Accept-Language": lang })).text());
const titlesIn = (html: string) =>
  [...html.matchAll(/<b dir="auto"[^>]*>([^<]*)<\/b><span class="[^"]*">/g)].map(
    ([, title]) => title,
  );
const openIn = (html: string) => /<h2 id="review-title"[^>]*><bdi[^>]*>([^<]*)</.exec(html)?.[1];
const fieldIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const statusOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.status;
const decisionsOf = (id: string, action: "approve" | "reject") =>
  deps.db
    .select()
    .from(eventDecisions)
    .where(and(eq(eventDecisions.eventId, id), eq(eventDecisions.action, action)));
/** Trust entries from decisions. */
const trustOf = async ({ id }: Browser) =>
  (await deps.db.select().from(trustEntries).where(eq(trustEntries.userId, id)))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "verified-email");
const press = (
  who: Browser,
  id: string,
  intent: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
) => who.post(`${QUEUE}?event=${id}`, { event: id, intent, title: "It", ...more }, headers);

describe("the moderation queue", () => {
  it("names a colleague who has changed a waiting event, beside the creator, in list, panel, history and audit log", async () => {
    const host = await addActor(deps);
    const at = (hours: number) =>
      new Date(deps.clock.now() + 10 * DAY + hours * HOUR).toISOString();
    const input = (title: string) =>
      written({ title: { en: title, fa: null }, startsAt: at(0), endsAt: at(2) });
    const id = await createDraft(deps, host, input("A Night of Kamancheh"));
    await submitEvent(deps, host, id);
    await saveEvent(deps, host, id, input("Two Nights of Kamancheh"));
    expect(await textOf(sara, `${QUEUE}?event=${id}`)).not.toContain("Changed by");
    const mina = await signInAs(deps, "moderator", { displayName: "Mina" });
    await saveEvent(deps, actorOf(mina), id, input("Three Nights of Kamancheh"));
    const read = async (path: string) => (await textOf(sara, path)).replace(/[\u2068\u2069]/g, "");
    expect((await read(`${QUEUE}?event=${id}`)).match(/Changed by Mina/g)).toHaveLength(2);
    expect(await read(`/admin/events?event=${id}`)).toMatch(/Edited[\s\S]{0,200}Mina/);
    expect(await read("/admin/audit-log?action=event.edited")).toContain(
      "Mina edited the event Three Nights of Kamancheh",
    );
  });

  it("lists new events and edits, longest waiting first, and opens the first", async () => {
    await pending(2);
    await pending(30);
    const { id } = await edited();
    await deps.db
      .update(eventRevisions)
      .set({ createdAt: deps.clock.now() - 5 * HOUR })
      .where(eq(eventRevisions.eventId, id));
    const html = await textOf(sara, QUEUE);
    expect(titlesIn(html)).toEqual(["Waits 30 hours", "A Night of Kamancheh", "Waits 2 hours"]);
    expect(openIn(html)).toBe("Waits 30 hours");
    expect(html).toContain("3 waiting. The oldest has waited 1 day.");
    expect(titlesIn(await textOf(sara, `${QUEUE}?tab=new`))).toEqual([
      "Waits 30 hours",
      "Waits 2 hours",
    ]);
    expect(titlesIn(await textOf(sara, `${QUEUE}?tab=edits`))).toEqual(["A Night of Kamancheh"]);
  });

  it("shows events of one city, day and title side by side as possible duplicates", async () => {
    const twin = { titleEn: "The same evening" };
    const first = await pending(9, twin);
    const second = await pending(8, twin);
    await pending(7);
    const html = await textOf(sara, `${QUEUE}?tab=duplicates`);
    expect(titlesIn(html)).toEqual(["The same evening", "The same evening"]);
    expect(html).toContain("Duplicate?");
    const opened = await textOf(sara, `${QUEUE}?event=${second.id}`);
    expect(opened).toContain("Possible duplicates");
    expect(opened).toContain(`href="${QUEUE}?event=${first.id}"`);
  });

  it("pages by a cursor without losses or repeats, and refuses a foreign cursor", async () => {
    for (let hours = 1; hours <= 45; hours++) await pending(hours);
    // Submitted at the same moment.
    for (let copy = 0; copy < 3; copy++) await pending(26, { titleEn: `At once ${copy}` });
    const found: (string | undefined)[] = [];
    for (let path: string | undefined = QUEUE; path; ) {
      const html: string = await textOf(sara, path);
      found.push(...titlesIn(html));
      path =
        /<a (?=[^>]*href="([^"]*)")(?:[^>]*aria-label="Next page"|[^>]*>(?:<(?!\/a)[^>]*>)*Next page<)/
          .exec(html)?.[1]
          ?.replaceAll("&amp;", "&");
    }
    expect([found.length, new Set(found).size]).toEqual([48, 48]);
    expect(found[0]).toBe("Waits 45 hours");
    expect((await sara.get(`${QUEUE}?after=nonsense`)).status).toBe(400);
  });

  it("shows each changed field of an edit, struck through and underlined, in both languages of the reader", async () => {
    const { id } = await edited({ price: 800_000, currency: "IRR", tags: ["kamancheh", "night"] });
    const en = await textOf(sara, `${QUEUE}?event=${id}`);
    expect(en).toMatch(/A Night of <del>Kamancheh<\/del>/);
    expect(en).toMatch(/A Night of <ins>Setar<\/ins>/);
    expect(en).toMatch(/<del>Free<\/del>[\s\S]*<ins>80,000 toman<\/ins>/);
    expect([...en.matchAll(/<tr><th scope="row">([^<]*)</g)].map(([, label]) => label)).toEqual([
      "Title (English)",
      "Title (Persian)",
      "Price",
      "Tags",
    ]);
    expect(en).toContain("4 fields changed");
    const fa = await textOf(sara, `${QUEUE}?event=${id}`, "fa");
    expect(fa).toMatch(/شب <ins>سه‌تار<\/ins>/);
    expect(fa).toContain("۴ تغییر");
    expect(fa).not.toMatch(/\bmoderation:[a-z]/);
  });

  it("warns of an edit that moves the start, and counts those who saved the event", async () => {
    const moved = new Date(deps.clock.now() + 10 * DAY + HOUR).toISOString();
    const { id } = await edited({ startsAt: moved });
    await deps.db.update(events).set({ saveCount: 115 }).where(eq(events.id, id));
    expect(await textOf(sara, `${QUEUE}?event=${id}`)).toContain(
      "The start moves 1 hour later. 115 people saved this event.",
    );
  });

  it("shows all of a new event, and its host's record", async () => {
    const host = await addActor(deps, "user", 40);
    const event = await pending(3, {
      titleFa: "شب کمانچه",
      descriptionFa: "شبی بلند",
      creatorId: host.id,
      ticketUrl: "https://tickets.example/1",
    });
    const html = await textOf(sara, `${QUEUE}?event=${event.id}`);
    for (const text of [
      "شب کمانچه",
      "شبی بلند",
      "A long evening.",
      "https://tickets.example/1",
      "Regular",
      "0 approved, 0 rejected",
    ])
      expect([text, html.includes(text)]).toEqual([text, true]);
  });

  it("fills in the reason by a preset in the host's language, without a script", async () => {
    const host = await addActor(deps);
    await deps.db.update(users).set({ preferredLanguage: "fa" }).where(eq(users.id, host.id));
    const { id } = await pending(3, { creatorId: host.id });
    const html = await textOf(sara, `${QUEUE}?event=${id}&reason=detail`);
    expect(html).toMatch(/<textarea[^>]*>لطفاً در چند جمله/);
    expect(html).toContain("The host reads Persian.");
  });

  it("says that a host will read the reason if there is one", async () => {
    const host = await signInAs(deps, "user");
    const [hosted, editorial] = [
      await pending(1, { creatorId: host.id }),
      await pending(2, { creatorId: null }),
    ];
    expect(await textOf(sara, `${QUEUE}?event=${hosted.id}`)).toContain(
      "Reason (sent to the host)",
    );
    const html = await textOf(sara, `${QUEUE}?event=${editorial.id}`);
    expect(html).toContain('name="reason"');
    expect(html).not.toContain("Reason (sent to the host)");
  });
});

describe("a decision", () => {
  it("approves and opens the next, with notification, email and trust in one batch", async () => {
    const host = await signInAs(deps, "user");
    const [first, next] = [await pending(9, { creatorId: host.id }), await pending(8)];
    const html = await textOf(sara, QUEUE);
    expect(fieldIn(html, "next")).toBe(`new-${next.id}`);
    const answer = await press(sara, first.id, "approve", {
      next: `new-${next.id}`,
      version: fieldIn(html, "version"),
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `${QUEUE}?case=new-${next.id}`,
    ]);
    expect(await statusOf(first.id)).toBe("pending");
    expect(await textOf(sara, QUEUE)).toMatch(/Approved: \u2068It[\s\S]*value="undo"/);
    await settleNow(deps);
    expect(await statusOf(first.id)).toBe("approved");
    const told = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, host.id));
    expect(told.map(({ type, relatedEntityId }) => [type, relatedEntityId])).toEqual([
      ["approval", first.id],
    ]);
    expect(
      (await deps.db.select().from(mails).where(eq(mails.userId, host.id))).map(({ kind }) => kind),
    ).toEqual(["event-approved"]);
    expect(await trustOf(host)).toEqual(["approval"]);
  });

  it.each([
    ["no reason", "  ", "Please provide a rejection reason"],
    ["a reason that is too long", "x".repeat(501), "At most 500 characters."],
  ])(
    "rejects with a reason only: given %s, shows an error and keeps the input",
    async (_, reason, sentence) => {
      const { id } = await pending(3);
      const answer = await press(sara, id, "reject", { reason });
      expect(answer.status).toBe(400);
      const html = withoutScripts(await answer.text());
      expect(html).toContain(sentence);
      expect(html).toContain(`>${reason}</textarea>`);
      expect(await statusOf(id)).toBe("pending");
    },
  );

  it("notifies the host of an approved but hidden event that it is hidden, not that it is public", async () => {
    const host = await signInAs(deps, "user");
    const { id } = await pending(3, { creatorId: host.id, isActive: false });
    await approveEvent(deps, actorOf(sara), id);
    const told = await deps.db.select().from(notifications);
    expect(told.map(({ kind, actionPath }) => [kind, actionPath])).toEqual([
      ["event-hidden", "/my-events"],
    ]);
  });

  it("notifies the host of the reason, which /notifications shows unchanged", async () => {
    const host = await signInAs(deps, "user");
    const { id } = await pending(3, { creatorId: host.id });
    const answer = await press(sara, id, "reject", { reason: "There is <no> such hall." });
    await settleNow(deps);
    expect([answer.status, await statusOf(id)]).toEqual([303, "rejected"]);
    expect(await textOf(host, "/notifications")).toContain("There is &lt;no&gt; such hall.");
    expect(await textOf(host, "/notifications", "fa")).toContain("There is &lt;no&gt; such hall.");
  });

  it("on an outdated text shows the new one and keeps the reason", async () => {
    const { id, host, input } = await edited();
    const version = fieldIn(await textOf(sara, `${QUEUE}?event=${id}`), "version");
    await saveEvent(deps, host, id, { ...input, title: { en: "A Night of Daf", fa: null } });
    const answer = await press(sara, id, "reject", { version, reason: "Please say more." });
    expect(answer.status).toBe(409);
    const html = withoutScripts(await answer.text());
    expect(html).toContain("This was changed elsewhere in the meantime.");
    expect(html).toContain("<ins>Daf</ins>");
    expect(html).toContain("Please say more.</textarea>");
    expect(fieldIn(html, "version")).not.toBe(version);
    expect((await press(sara, id, "approve", { version: fieldIn(html, "version") })).status).toBe(
      303,
    );
  });

  it("by two moderators at once happens once, with one notification, email and entry of trust", async () => {
    const host = await signInAs(deps, "user");
    const reza = await signInAs(deps, "moderator", { displayName: "Reza" });
    for (const theirs of ["approve", "reject"] as const) {
      const { id } = await pending(3, { creatorId: host.id, titleEn: `Wanted twice ${theirs}` });
      const outcomes = await Promise.allSettled([
        approveEvent(deps, actorOf(sara), id),
        theirs === "approve"
          ? approveEvent(deps, actorOf(reza), id)
          : rejectEvent(deps, actorOf(reza), id, "Please say more."),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(
        (await decisionsOf(id, "approve")).length + (await decisionsOf(id, "reject")).length,
      ).toBe(1);
      const told = await deps.db
        .select()
        .from(notifications)
        .where(eq(notifications.relatedEntityId, id));
      expect(told).toHaveLength(1);
    }
    expect(await deps.db.select().from(mails).where(eq(mails.userId, host.id))).toHaveLength(2);
    expect(await trustOf(host)).toHaveLength(2);
  });

  it("names the first decision-maker on an already decided case, on its page too, also if it is the viewer", async () => {
    const reza = await signInAs(deps, "moderator", { displayName: "Reza" });
    const { id } = await pending(3);
    await press(sara, id, "approve");
    await settleNow(deps);
    expect(toastOf(await press(reza, id, "reject", { reason: "Too late." }))).toMatch(
      /moderation:decided\.approve.*Sara/,
    );
    expect(toastOf(await press(sara, id, "approve"))).toContain("moderation:decidedByYou.approve");
    expect(await textOf(reza, `${QUEUE}?event=${id}`)).toMatch(
      /\u2068Sara\u2069 approved this a moment ago\./,
    );
    expect(await textOf(reza, `${QUEUE}?event=${id}`, "fa")).toMatch(
      /\u2068Sara\u2069 همین حالا این را تأیید کرد\./,
    );
  });

  it("whose batch fails leaves no notification, email, decision or audit entry", async () => {
    const host = await signInAs(deps, "user");
    const { id } = await pending(3, { creatorId: host.id });
    // The decision's batch is the long one; an additional failing statement fails it.
    const failing = new Proxy(env.DB, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name).bind(target);
        return (statements: D1PreparedStatement[]) =>
          target.batch(
            statements.length > 6
              ? [...statements, target.prepare("INSERT INTO notifications (id) VALUES ('none')")]
              : statements,
          );
      },
    });
    const failure = await failureOf(
      approveEvent({ ...deps, db: createDatabase(failing) }, actorOf(sara), id),
    );
    expect([failure.code, await statusOf(id)]).toEqual(["conflict", "pending"]);
    expect(await deps.db.select().from(notifications)).toEqual([]);
    expect(await deps.db.select().from(mails).where(eq(mails.userId, host.id))).toEqual([]);
    expect(await decisionsOf(id, "approve")).toEqual([]);
    expect(
      await deps.db.select().from(auditEntries).where(eq(auditEntries.action, "event.approved")),
    ).toEqual([]);
  });

  it("is refused to lower roles, from other sites, and in unknown forms", async () => {
    const { id } = await pending(3);
    const member = await signInAs(deps, "user");
    expect((await press(member, id, "approve")).headers.get("Location")).toBe("/");
    expect(
      (await press(sara, id, "approve", {}, { Origin: "https://elsewhere.example" })).status,
    ).toBe(403);
    expect((await press(sara, id, "crown")).status).toBe(400);
    expect((await press(sara, "none", "approve")).status).toBe(400);
    expect(await statusOf(id)).toBe("pending");
  });

  it("by the API refuses an outdated version by If-Match", async () => {
    const { id } = await pending(3);
    const own = await getOwnEvent(deps, actorOf(sara), id);
    const failure = await failureOf(approveEvent(deps, actorOf(sara), id, versionOf(own) + 1));
    expect([failure.code, failure.issues[0]?.path]).toEqual(["conflict", "version"]);
    await approveEvent(deps, actorOf(sara), id, versionOf(own));
    expect(await statusOf(id)).toBe("approved");
  });
});

describe("/admin/flagged-events", () => {
  const FLAGGED = "/admin/flagged-events";

  async function flagged() {
    const host = await signInAs(deps, "user");
    const event = await pending(3, {
      status: "approved",
      creatorId: host.id,
      titleEn: "Doubtful evening",
      publishedAt: 1,
    });
    for (const note of ["There is no such hall.", "Sold twice.", null])
      await flagEvent(
        deps,
        await addActor(deps, "user", 40),
        event.id,
        { reason: "misleading", note },
        "203.0.113.7",
      );
    return { id: event.id, host };
  }

  it("shows cards with their reports, and opens details and the reject dialog by their address", async () => {
    const { id } = await flagged();
    const html = await textOf(sara, FLAGGED);
    for (const text of ["Doubtful evening", "3 reports", "There is no such hall.", "Misleading"])
      expect([text, html.includes(text)]).toEqual([text, true]);
    expect(await textOf(sara, `${FLAGGED}?event=${id}`)).toMatch(
      /<dialog open=""[\s\S]*Withdraw all reports/,
    );
    expect(await textOf(sara, `${FLAGGED}?reject=${id}`, "fa")).toMatch(
      /<dialog open=""[\s\S]*دلیل رد/,
    );
  });

  it("says that the host will read the reason only if there is another person as host", async () => {
    const { id } = await flagged();
    expect(await textOf(sara, `${FLAGGED}?reject=${id}`)).toContain("Reason (sent to the host)");
    await deps.db.update(events).set({ creatorId: null }).where(eq(events.id, id));
    const [en, fa] = [
      await textOf(sara, `${FLAGGED}?reject=${id}`),
      await textOf(sara, `${FLAGGED}?reject=${id}`, "fa"),
    ];
    expect(
      [en, fa].filter((html) => /برای سازنده فرستاده می‌شود|sent to the host/.test(html)),
    ).toEqual([]);
  });

  it("clears the reports of approved events, and upholds those of rejected ones, with a reason", async () => {
    const first = await flagged();
    const path = `${FLAGGED}?event=${first.id}`;
    expect(
      (await sara.post(path, { event: first.id, intent: "approve", title: "It" })).status,
    ).toBe(303);
    await settleNow(deps);
    expect([await statusOf(first.id), await textOf(sara, FLAGGED)]).toEqual([
      "approved",
      expect.stringContaining("No open reports"),
    ]);
    const second = await flagged();
    expect(
      (
        await sara.post(`${FLAGGED}?reject=${second.id}`, {
          event: second.id,
          intent: "reject",
          reason: "",
        })
      ).status,
    ).toBe(400);
    await sara.post(`${FLAGGED}?reject=${second.id}`, {
      event: second.id,
      intent: "reject",
      reason: "There is no such hall.",
    });
    await settleNow(deps);
    expect(await statusOf(second.id)).toBe("rejected");
    expect(await textOf(second.host, "/notifications")).toContain("There is no such hall.");
  });

  it("shows the weight of each report, and why it has none", async () => {
    const { id } = await flagged();
    const young = await addActor(deps);
    await deps.db
      .update(eventFlags)
      .set({ weight: 0, uncounted: "new-account", userId: young.id })
      .where(eq(eventFlags.note, "Sold twice."));
    const html = await textOf(sara, `${FLAGGED}?event=${id}`);
    for (const text of [
      "Weight 2 of 3",
      "Weight 1",
      "Doesn’t count: account younger than 24 hours",
    ])
      expect([text, html.includes(text)]).toEqual([text, true]);
    expect(await textOf(sara, FLAGGED, "fa")).toContain("وزن ۲ از ۳");
  });

  it("withdraws the reports of selected accounts, and reports the result", async () => {
    const { id } = await flagged();
    const html = await textOf(sara, `${FLAGGED}?tab=reports&all=1`);
    const accounts = [
      ...html.matchAll(/<input(?=[^>]*checked="")[^>]*name="account"[^>]*value="([^"]+)"/g),
    ].map(([, account]) => account ?? "");
    expect(accounts).toHaveLength(3);
    const none = await sara.post(`${FLAGGED}?tab=reports`, { intent: "withdraw" });
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining("Choose at least one account."),
    ]);
    const done = await sara.post(`${FLAGGED}?tab=reports`, {
      intent: "withdraw",
      account: accounts,
    });
    expect([
      done.status,
      toastOf(done).includes("moderation:reports.withdrawnAndRestored"),
    ]).toEqual([303, true]);
    expect(await statusOf(id)).toBe("approved");
    expect(await textOf(sara, `${FLAGGED}?tab=reports`)).toContain("There are no open reports.");
  });

  it("lists reported public events, dismisses their reports, and warns while hiding is paused", async () => {
    const event = await pending(3, {
      status: "approved",
      titleEn: "Reported once",
      publishedAt: 1,
    });
    await flagEvent(
      deps,
      await addActor(deps),
      event.id,
      { reason: "misleading", note: null },
      "203.0.113.7",
    );
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    await deps.db
      .insert(autoHidingPauses)
      .values([hour, hour + HOUR].map((at) => ({ hour: at, eventId: event.id, createdAt: at })));
    const html = await textOf(sara, `${FLAGGED}?tab=public`);
    for (const text of ["Reported once", "Weight 0.5 of 3", "Reports won’t hide more events until"])
      expect([text, html.includes(text)]).toEqual([text, true]);
    const dashboard = await textOf(sara, "/admin/dashboard");
    for (const text of ["1 reported and still public", "Reports won’t hide more events until"])
      expect([text, dashboard.includes(text)]).toEqual([text, true]);
    const path = `${FLAGGED}?tab=public&case=reported-${event.id}`;
    expect(
      (await sara.post(path, { intent: "approve", event: event.id, title: "It" })).status,
    ).toBe(303);
    await settleNow(deps);
    expect(await textOf(sara, `${FLAGGED}?tab=public`)).not.toContain("Reported once");
  });
});

describe("/admin/events", () => {
  const ALL = "/admin/events";
  const rowsIn = (html: string) =>
    [...html.matchAll(/<bdi>([^<]*)<\/bdi><\/a><input type="hidden" name="title:/g)].map(
      ([, title]) => title,
    );
  const listed = (changes: Partial<typeof events.$inferInsert>) =>
    pending(1, { status: "approved", publishedAt: 1, ...changes });

  it.each([
    ["", ["Third", "Second", "First"]],
    ["?sort=oldest", ["First", "Second", "Third"]],
    ["?sort=soonest", ["Second", "Third", "First"]],
    ["?q=sec", ["Second"]],
    ["?q=zzz", []],
    ["?status=rejected", ["Third"]],
    ["?category=theater", ["Second"]],
    ["?featured=yes", ["First"]],
    ["?active=no", ["Second"]],
    ["?when=past", ["Second"]],
    ["?when=upcoming&sort=latest", ["First", "Third"]],
    ["?city=tehran&status=approved&sort=oldest", ["First", "Second"]],
  ])("%s shows matching events in its order", async (query, titles) => {
    const now = deps.clock.now();
    await listed({
      titleEn: "First",
      isFeatured: true,
      createdAt: now - 3 * DAY,
      startsAt: now + 30 * DAY,
    });
    await listed({
      titleEn: "Second",
      isActive: false,
      categories: ["Theater"],
      createdAt: now - 2 * DAY,
      startsAt: now - DAY,
    });
    await listed({
      titleEn: "Third",
      status: "rejected",
      createdAt: now - DAY,
      startsAt: now + DAY,
    });
    expect(rowsIn(await textOf(sara, ALL + query))).toEqual(titles);
  });

  it("pages by a cursor without losses or repeats", async () => {
    for (let index = 0; index < 30; index++)
      await listed({ titleEn: `Number ${index}`, createdAt: 1_000 + Math.floor(index / 4) });
    const first = await textOf(sara, `${ALL}?category=concert`);
    const next =
      /href="([^"]*)"[^>]*>(?:<[^>]*>)*Next page/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const found = [...rowsIn(first), ...rowsIn(await textOf(sara, next))];
    expect([found.length, new Set(found).size]).toEqual([30, 30]);
    expect((await sara.get(`${ALL}?after=nonsense`)).status).toBe(400);
  });

  it("hides and shows an event in the lists, and audits each step", async () => {
    const { id } = await listed({ titleEn: "A Night of Kamancheh" });
    const shown = async () => (await textOf(sara, "/events?q=kamancheh")).includes(id);
    await sara.post(ALL, { intent: `deactivate:${id}` });
    expect([await shown(), (await sara.post(ALL, { intent: `deactivate:${id}` })).status]).toEqual([
      false,
      303,
    ]);
    await sara.post(ALL, { intent: `activate:${id}` });
    expect(await shown()).toBe(true);
    await sara.post(ALL, { intent: `feature:${id}` });
    const entries = await deps.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entityId, id), like(auditEntries.action, "event.%")));
    expect(entries.map(({ action, metadata }) => [action, metadata])).toEqual([
      ["event.deactivated", { before: { isActive: true }, after: { isActive: false } }],
      ["event.activated", { before: { isActive: false }, after: { isActive: true } }],
      ["event.featured", { before: { isFeatured: false }, after: { isFeatured: true } }],
    ]);
  });

  it("changes many at once, reports each result, and audits them as one action", async () => {
    const [a, b] = [
      await listed({ titleEn: "One" }),
      await listed({ titleEn: "Two", isFeatured: true }),
    ];
    const answer = await sara.post(ALL, {
      intent: "bulk",
      bulk: "feature",
      id: [a.id, b.id],
      [`title:${a.id}`]: "One",
      [`title:${b.id}`]: "Two",
    });
    const html = withoutScripts(await answer.text());
    expect(html).toContain("Feature: 1 of 2 done");
    expect(html).toContain("Nothing to do: it’s already done");
    const bulk = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "event.bulk-feature"));
    expect(bulk.map(({ metadata }) => metadata)).toEqual([{ ids: [a.id], asked: 2 }]);
    expect((await sara.post(ALL, { intent: "bulk", bulk: "feature" })).status).toBe(400);
  });

  it("given changed texts, approves none of them, names them, and decides nothing twice", async () => {
    const [same, changed] = [
      await pending(1, { titleEn: "As Seen" }),
      await pending(1, { titleEn: "Changed Since" }),
    ];
    const shown = await textOf(sara, `${ALL}?status=pending`);
    const versions = Object.fromEntries(
      [same, changed].map(({ id }) => [
        `version:${id}`,
        new RegExp(`name="version:${id}" value="(\\d+)"`).exec(shown)?.[1] ?? "",
      ]),
    );
    await deps.db.update(events).set({ version: 5 }).where(eq(events.id, changed.id));
    const titles = { [`title:${same.id}`]: "As Seen", [`title:${changed.id}`]: "Changed Since" };
    const approve = () =>
      sara.post(ALL, {
        intent: "bulk",
        bulk: "approve",
        id: [same.id, changed.id],
        ...titles,
        ...versions,
      });
    const html = withoutScripts(await (await approve()).text());
    expect(html).toContain("Approve: 1 of 2 done");
    expect(html).toMatch(/Changed Since<\/bdi><span>Changed since you looked/);
    await settleNow(deps);
    expect([await statusOf(same.id), await statusOf(changed.id)]).toEqual(["approved", "pending"]);
    const one = await sara.post(ALL, { intent: `approve:${changed.id}`, ...versions });
    expect([one.status, toastOf(one), await statusOf(changed.id)]).toEqual([
      303,
      expect.stringContaining("outcome.stale"),
      "pending",
    ]);
    await approve();
    const decided = await deps.db
      .select()
      .from(eventDecisions)
      .where(eq(eventDecisions.action, "approve"));
    expect(decided.map(({ eventId }) => eventId)).toEqual([same.id]);
  });

  it("leaves out of an approval what is at least 90% like another event, with the reason and the way to its case", async () => {
    const other = await listed({
      titleEn: "An Evening of Old Radio Songs",
      venueEn: "Roudaki Hall",
    });
    const [alike, alone] = [
      await pending(1, { titleEn: other.titleEn }),
      await pending(2, { titleEn: "Setar and Daf" }),
    ];
    const titles = { [`title:${alike.id}`]: "Alike", [`title:${alone.id}`]: "Alone" };
    const answer = await sara.post(ALL, {
      intent: "bulk",
      bulk: "approve",
      id: [alike.id, alone.id],
      ...titles,
    });
    const html = withoutScripts(await answer.text());
    expect(html).toContain("Approve: 1 of 2 done");
    expect(html).toMatch(/Alike<\/bdi><span>Left out: at least 90% like another event/);
    expect(html).toContain(`/admin/inbox?case=new-${alike.id}`);
    await settleNow(deps);
    expect([await statusOf(alike.id), await statusOf(alone.id)]).toEqual(["pending", "approved"]);
    const one = await sara.post(ALL, { intent: `approve:${alike.id}` });
    expect([one.status, one.headers.get("Location")]).toEqual([
      303,
      `/admin/inbox?case=new-${alike.id}`,
    ]);
    expect([toastOf(one), await statusOf(alike.id)]).toEqual([
      expect.stringContaining("outcome.alike"),
      "pending",
    ]);
    const reject = {
      intent: "bulk",
      bulk: "reject",
      id: [alike.id],
      reason: "We have it already.",
    };
    expect(withoutScripts(await (await sara.post(ALL, reject)).text())).toContain(
      "Reject: 1 of 1 done",
    );
  });

  it("rejects many at once with a reason, notifies each creator, and keeps the selection without a reason", async () => {
    const hosts = [await signInAs(deps, "user"), await signInAs(deps, "user")];
    const waiting = [
      await pending(1, { titleEn: "Spam One", creatorId: hosts[0]?.id }),
      await pending(2, { titleEn: "Spam Two", creatorId: hosts[1]?.id }),
    ];
    const form = { intent: "bulk", bulk: "reject", id: waiting.map(({ id }) => id) };
    const refused = await sara.post(ALL, { ...form, reason: " " });
    const asked = withoutScripts(await refused.text());
    expect(refused.status).toBe(400);
    expect([...asked.matchAll(/<input[^>]*name="id"[^>]*checked/g)]).toHaveLength(2);
    expect(asked).toMatch(/<option value="reject" selected/);
    const done = withoutScripts(
      await (await sara.post(ALL, { ...form, reason: "Not an event." })).text(),
    );
    expect(done).toContain("Reject: 2 of 2 done");
    await settleNow(deps);
    for (const [index, { id }] of waiting.entries()) {
      const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
      expect([row?.status, row?.rejectionReason]).toEqual(["rejected", "Not an event."]);
      const told = await deps.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, hosts[index]?.id ?? ""));
      expect(told).toHaveLength(1);
    }
  });

  it("leads back a page", async () => {
    for (let index = 0; index < 60; index++)
      await listed({ titleEn: `Number ${index}`, createdAt: 1_000 + index });
    const linkOf = (html: string, text: string) =>
      new RegExp(
        `<a (?=[^>]*href="([^"]*)")(?:[^>]*aria-label="${text}"|[^>]*>(?:<(?!/a)[^>]*>)*${text}<)`,
      )
        .exec(html)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const first = await textOf(sara, ALL);
    expect(linkOf(first, "Previous page")).toBe("");
    const second = await textOf(sara, linkOf(first, "Next page"));
    const third = await textOf(sara, linkOf(second, "Next page"));
    expect(rowsIn(await textOf(sara, linkOf(third, "Previous page")))).toEqual(rowsIn(second));
    expect(rowsIn(await textOf(sara, linkOf(second, "Previous page")))).toEqual(rowsIn(first));
  });

  it("distinguishes an event without a creator from one whose account is deleted", async () => {
    const gone = await signInAs(deps, "user", { displayName: "" });
    await pending(2, { titleEn: "Imported", creatorId: null });
    expect(await textOf(sara, QUEUE)).toContain("Added without an account");
    expect(await textOf(sara, QUEUE)).not.toContain("Account deleted");
    await pending(1, { titleEn: "Orphan", creatorId: gone.id });
    expect(await textOf(sara, QUEUE)).toContain("Account deleted");
  });

  it("asks before deleting one or many", async () => {
    const [a, b] = [await listed({ titleEn: "One" }), await listed({ titleEn: "Two" })];
    const goneAt = async (id: string) =>
      (await deps.db.select().from(events).where(eq(events.id, id)).get())?.deletedAt;
    expect(await textOf(sara, `${ALL}?delete=${a.id}`)).toContain(
      "Are you sure you want to delete this event?",
    );
    const asked = await (
      await sara.post(ALL, { intent: "bulk", bulk: "delete", id: [a.id, b.id] })
    ).text();
    expect([asked.includes("Delete 2 events?"), await goneAt(a.id)]).toEqual([true, null]);
    await sara.post(ALL, { intent: "bulk", bulk: "delete", confirmed: "1", id: [a.id] });
    await sara.post(`${ALL}?delete=${b.id}`, { intent: `delete:${b.id}` });
    expect([await goneAt(a.id), await goneAt(b.id)]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it("notifies the creator of changes to their public event: hidden, shown again, deleted, in both languages; not of their own actions", async () => {
    const host = await signInAs(deps, "user");
    const [{ id }, own] = [
      await listed({ titleEn: "The Long Night", creatorId: host.id }),
      await listed({ creatorId: sara.id }),
    ];
    for (const intent of ["feature", "deactivate", "activate", "delete"]) {
      await sara.post(ALL, { intent: `${intent}:${id}` });
      await sara.post(ALL, { intent: `${intent}:${own.id}` });
    }
    const told = await deps.db
      .select()
      .from(notifications)
      .orderBy(notifications.createdAt, notifications.id);
    expect(told.map(({ userId, kind, actionPath }) => [userId, kind, actionPath])).toEqual([
      [host.id, "event-hidden", "/my-events"],
      [host.id, "event-shown", `/events/${id}`],
      [host.id, "event-deleted", "/my-events"],
    ]);
    const [en, fa] = [
      await textOf(host, "/notifications"),
      await textOf(host, "/notifications", "fa"),
    ];
    for (const said of [
      "Hidden: The Long Night",
      "Shown again: The Long Night",
      "Our team deleted your event.",
    ])
      expect(en).toContain(said);
    for (const said of ["پنهان شد:", "دوباره دیده می‌شود:", "همکاران ما رویداد شما را حذف کردند"])
      expect(fa).toContain(said);
  });

  it("shows one with its reports and its history", async () => {
    const { id } = await pending(3);
    await approveEvent(deps, actorOf(sara), id);
    const html = await textOf(sara, `${ALL}?event=${id}`);
    expect(html).toMatch(/<dialog open=""[\s\S]*Approved<\/b> · <bdi>Sara/);
  });
});
