import { and, eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import { gradeOfFinding } from "../../app/modules/intake/ingestion/finding-table";
import { rejectCandidate } from "../../app/modules/intake/ingestion/reject-candidates.server";
import { decideProposal } from "../../app/modules/intake/sources/decide-proposal.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  eventRevisions,
  events,
  ingestionCandidates,
  notifications,
  type SourceKind,
  type SourceTrust,
  sourceChecks,
  sourceItems,
  sourceProposals,
  sources,
} from "../../db/schema";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { addSource, calendar, checkDue } from "../helpers/sources";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

/*
 * A city with twelve sources of all kinds over thirty days: what its sites say each day follows from the tables below, an editor works
 * through the waiting cases once a day, and a reader saves all that is published.
 */
const DAYS = 30;

interface Site {
  name: string;
  kind: SourceKind;
  trust: SourceTrust;
  /** How it says that an event does not take place: marked, or left out. */
  cancels: "marked" | "gone" | "never";
}

const SITES: readonly Site[] = [
  { name: "aras", kind: "ical", trust: "trusted", cancels: "marked" },
  { name: "bahar", kind: "ical", trust: "reviewed", cancels: "gone" },
  { name: "chakad", kind: "ical", trust: "trial", cancels: "marked" },
  { name: "damavand", kind: "json-ld", trust: "trusted", cancels: "gone" },
  { name: "elborz", kind: "json-ld", trust: "reviewed", cancels: "marked" },
  { name: "forough", kind: "rss", trust: "reviewed", cancels: "marked" },
  { name: "golestan", kind: "rss", trust: "trial", cancels: "marked" },
  { name: "hirmand", kind: "telegram", trust: "reviewed", cancels: "marked" },
  { name: "iranshahr", kind: "gancio", trust: "trusted", cancels: "marked" },
  { name: "jahan", kind: "mobilizon", trust: "reviewed", cancels: "gone" },
  { name: "karun", kind: "rooydad", trust: "trusted", cancels: "marked" },
  { name: "lotus", kind: "model", trust: "reviewed", cancels: "never" },
];
const SUBJECTS = [
  "Kamancheh",
  "Pottery",
  "Astronomy",
  "Puppets",
  "Calligraphy",
  "Chess",
  "Poetry",
  "Cinema",
  "Gardening",
  "Jazz",
];
/**
 * Of these subjects the last-but-five site announces what the first one does, under an id of its
 * own.
 */
const SHARED = { from: "aras", by: "hirmand", subjects: 3 };

interface Announced {
  id: string;
  site: Site;
  title: string;
  venue: string;
  /** Days of the simulation on which it is announced, changes its hour and is cancelled. */
  from: number;
  changes: number | null;
  cancelled: number | null;
  /** First start, UTC ms. */
  startsAt: number;
  isShared: boolean;
}

function announcedBy(site: Site): Announced[] {
  const at = SITES.indexOf(site);
  const own = SUBJECTS.map((subject, index): Announced => {
    const number = at * SUBJECTS.length + index;
    const from = index * 2;
    return {
      id: `${subject}-${site.name}`.toLowerCase(),
      site,
      title: `${subject} of ${site.name[0]?.toUpperCase()}${site.name.slice(1)}`,
      venue: `${site.name[0]?.toUpperCase()}${site.name.slice(1)} House`,
      from,
      changes: index % 3 === 0 ? from + 3 : null,
      cancelled: index % 5 === 4 && site.cancels !== "never" ? from + 6 : null,
      // 16:30 in Tehran, after the simulation.
      startsAt: TUESDAY + (DAYS + 1 + ((number * 7) % 30)) * DAY + 3 * HOUR,
      isShared: false,
    };
  });
  if (site.name !== SHARED.by) return own;
  const first = SITES.find(({ name }) => name === SHARED.from) as Site;
  const theirs = announcedBy(first).slice(0, SHARED.subjects);
  return own.map((event, index) => {
    const same = theirs[index];
    return same
      ? {
          ...same,
          id: event.id,
          site,
          changes: null,
          cancelled: null,
          from: same.from + 1,
          isShared: true,
        }
      : event;
  });
}

const ALL = SITES.flatMap(announcedBy);
const hostOf = ({ name, kind }: Site) =>
  kind === "telegram" ? "t.me" : `${name}.rooydad-fixtures.org`;
const addressOf = (site: Site) =>
  site.kind === "telegram" ? `https://t.me/s/${site.name}` : `https://${hostOf(site)}/events`;

interface Now extends Announced {
  at: number;
  isOff: boolean;
  text: string;
}

/** A site's content on a day. */
const saidOn = (site: Site, day: number): Now[] =>
  announcedBy(site)
    .filter(
      ({ from, cancelled }) =>
        from <= day && !(site.cancels === "gone" && cancelled !== null && cancelled <= day),
    )
    .map((event) => ({
      ...event,
      at: event.startsAt + (event.changes !== null && event.changes <= day ? HOUR : 0),
      isOff: event.cancelled !== null && event.cancelled <= day,
      text: `An evening about ${event.title} for everyone who likes to listen and to look.`,
    }));

const iso = (at: number) => new Date(at).toISOString();
/** Wall time of Tehran. */
const wall = (at: number) => new Date(at + 3.5 * HOUR).toISOString().slice(0, 16);
const eventJson = ({ id, title, venue, at, isOff, text, site }: Now) => ({
  "@type": "Event",
  "@id": id,
  name: title,
  description: text,
  startDate: iso(at),
  url: `${addressOf(site)}/${id}`,
  location: { "@type": "Place", name: venue },
  ...(isOff && { eventStatus: "https://schema.org/EventCancelled" }),
});

const DOCUMENTS: Record<SourceKind, (said: Now[]) => { type: string; body: string }> = {
  ical: (said) => ({
    type: "text/calendar",
    body: calendar(
      ...said.map(({ id, title, venue, at, isOff }) => ({
        uid: id,
        title,
        venue,
        start: `${wall(at).replace(/[-:]/g, "")}00`,
        lines: isOff ? ["STATUS:CANCELLED"] : [],
      })),
    ),
  }),
  "json-ld": (said) => ({
    type: "text/html",
    body: said
      .map((one) => `<script type="application/ld+json">${JSON.stringify(eventJson(one))}</script>`)
      .join(""),
  }),
  rss: (said) => ({
    type: "application/rss+xml",
    body: `<rss><channel>${said
      .map(
        ({ id, title, venue, at, isOff, text }) =>
          `<item><guid>${id}</guid><title>${title}</title><description>${isOff ? "The evening has been cancelled. It was cancelled.\n" : ""}${text}</description><ev:startdate>${wall(at)}</ev:startdate><ev:location>${venue}</ev:location></item>`,
      )
      .join("")}</channel></rss>`,
  }),
  telegram: (said) => ({
    type: "text/html",
    body: said
      .map(({ id, title, venue, at, isOff, text, site }) => {
        const lines = [
          title,
          ...(isOff ? ["The evening is off: it is cancelled"] : []),
          `Date: ${wall(at).slice(0, 10)}`,
        ];
        const rest = [`Time: ${wall(at).slice(11)}`, `Venue: ${venue}`, text];
        return `<div class="tgme_widget_message js-widget_message" data-post="${site.name}/${id}"><div class="js-message_text">${[...lines, ...rest].join("<br/>")}</div><a class="tgme_widget_message_date"><time datetime="${iso(TUESDAY)}"></time></a></div>`;
      })
      .join(""),
  }),
  gancio: (said) => ({
    type: "application/json",
    body: JSON.stringify(
      said.map(({ id, title, venue, at, isOff, text }) => ({
        id,
        slug: id,
        title,
        description: text,
        start_datetime: at / 1000,
        place: { name: venue },
        ...(isOff && { status: "cancelled" }),
      })),
    ),
  }),
  mobilizon: (said) => ({
    type: "application/json",
    body: JSON.stringify({
      data: {
        searchEvents: {
          elements: said.map(({ id, title, venue, at, text, site }) => ({
            uuid: id,
            url: `${addressOf(site)}/${id}`,
            title,
            description: text,
            beginsOn: iso(at),
            status: "CONFIRMED",
            physicalAddress: { description: venue },
          })),
        },
      },
    }),
  }),
  rooydad: (said) => ({
    type: "application/json",
    body: JSON.stringify({
      items: said.map(({ id, title, venue, at, isOff, text }) => ({
        id,
        title: { en: title, fa: null },
        description: { en: text, fa: null },
        venue: { en: venue, fa: null },
        startsAt: iso(at),
        endsAt: iso(at + 2 * HOUR),
        timeZone: "Asia/Tehran",
        allDay: false,
        categories: ["Concert"],
        tags: [],
        lifecycle: isOff ? "cancelled" : "scheduled",
      })),
      nextCursor: null,
    }),
  }),
  // The page changes with the day of its last news; the stand-in for the model reads it.
  model: (said) => ({
    type: "text/html",
    body: `<main>${said.map(({ title, at }) => `<p>${title}: ${wall(at)}</p>`).join("")}</main>`,
  }),
};

let deps: TestDeps;
let editor: Actor;
let reader: Actor;
let requests = 0;

const dayNow = () => Math.floor((deps.clock.now() - TUESDAY) / DAY);

/** Answers as the sites do on the present day; half of them understand conditional requests. */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  requests += 1;
  const url = new URL(input instanceof Request ? input.url : input);
  const site = SITES.find((one) => hostOf(one) === url.host);
  if (!site) throw new Error(`Nobody serves ${url.href}.`);
  if (url.pathname === "/robots.txt")
    return new Response("User-agent: *\nDisallow: /private\n", {
      headers: { "Content-Type": "text/plain" },
    });
  const said = saidOn(site, dayNow());
  if (site.name === "elborz") return detailsOf(said, url);
  const { type, body } = DOCUMENTS[site.kind](said);
  const etag = `"${said.map(({ id, at, isOff }) => `${id}${at}${isOff}`).join()}"`;
  if (SITES.indexOf(site) % 2 === 1)
    return new Response(body, { headers: { "Content-Type": type } });
  if (new Headers(init?.headers).get("If-None-Match") === etag)
    return new Response(null, { status: 304 });
  return new Response(body, { headers: { "Content-Type": type, ETag: etag } });
}

/** A list page that links to a page an event. */
function detailsOf(said: Now[], { pathname }: URL): Response {
  const one = said.find(({ id }) => pathname.endsWith(`/${id}`));
  const body = one
    ? DOCUMENTS["json-ld"]([one]).body
    : said.map(({ id }) => `<a href="/events/${id}">${id}</a>`).join("");
  return new Response(body, { headers: { "Content-Type": "text/html" } });
}

/** Reads what the page of the last site says. */
async function* askModel() {
  const said = saidOn(SITES.find(({ kind }) => kind === "model") as Site, dayNow());
  yield JSON.stringify({
    events: said.map(({ title, venue, at, text }) => ({
      title,
      description: text,
      date: wall(at).slice(0, 10),
      time: wall(at).slice(11),
      venue,
    })),
  });
}

beforeEach(async () => {
  requests = 0;
  deps = createTestDeps();
  deps.assistant = { ask: askModel } as unknown as TestDeps["assistant"];
  await emptyIngestion(deps);
  await addTehran(deps);
  editor = await addActor(deps, "admin");
  reader = await addActor(deps);
  vi.spyOn(globalThis, "fetch").mockImplementation(answer as typeof fetch);
});
afterEach(() => vi.restoreAllMocks());

const OPEN = ["pending_review", "auto_approved", "flagged"] as const;
const MESSAGE = "We are sorry: this evening does not take place.";

/**
 * An editor's day: takes what is new, but nothing twice, accepts changes and cancellations.
 * @returns how much was decided
 */
async function workThrough() {
  const { db } = deps;
  const waiting = await db
    .select()
    .from(ingestionCandidates)
    .where(inArray(ingestionCandidates.status, [...OPEN]));
  for (const { id, findings } of waiting)
    if (findings.some(({ code }) => gradeOfFinding(code) === "duplicate"))
      await rejectCandidate(deps, editor, id, "It is there already");
    else await approveCandidate(deps, editor, id);
  const edits = await db.select().from(eventRevisions).where(eq(eventRevisions.status, "pending"));
  for (const { eventId } of edits) await approveEvent(deps, editor, eventId);
  const proposals = await db
    .select()
    .from(sourceProposals)
    .where(eq(sourceProposals.status, "open"));
  for (const { id } of proposals) await decideProposal(deps, editor, id, "accepted", MESSAGE);
  return waiting.length + edits.length + proposals.length;
}

/**
 * Start of what is known of an announced event: of its edit that waits, its event, or its
 * candidate.
 */
async function knownOf() {
  const rows = await deps.db
    .select({
      source: sources.name,
      title: sourceItems.title,
      state: sourceItems.state,
      candidate: sql<string>`${ingestionCandidates.values} ->> 'date' || 'T' || (${ingestionCandidates.values} ->> 'time')`,
      event: events.startsAt,
      lifecycle: events.lifecycle,
      edit: sql<
        string | null
      >`(SELECT "values" ->> 'startsAt' FROM event_revisions r WHERE r.event_id = ${events.id} AND r.status = 'pending')`,
      proposal: sql<
        string | null
      >`(SELECT kind FROM source_proposals p WHERE p.item_id = ${sourceItems.id} AND p.status = 'open')`,
    })
    .from(sourceItems)
    .innerJoin(sources, eq(sources.id, sourceItems.sourceId))
    .leftJoin(ingestionCandidates, eq(ingestionCandidates.id, sourceItems.candidateId))
    .leftJoin(events, eq(events.id, ingestionCandidates.eventId));
  return new Map(rows.map((row) => [`${row.source} ${row.title}`, row]));
}

describe("twelve sources over thirty days", () => {
  it("bring every event once, every change with the next check, and every cancellation to those who saved it", async () => {
    for (const site of SITES)
      await addSource(deps, editor, "", {
        name: site.name,
        kind: site.kind,
        url: addressOf(site),
        trust: site.trust,
        everyMinutes: 1_440,
        category: "Concert",
      });
    const saved = new Set<string>();
    let [changes, cancellations, decided] = [0, 0, 0];
    for (let round = 0; round < DAYS; round += 1) {
      const day = dayNow();
      expect(await checkDue(deps, {})).toBe(SITES.length);
      const known = await knownOf();
      for (const event of ALL.filter(({ from }) => from <= day)) {
        const name = `${event.site.name} ${event.title}`;
        const row = known.get(name);
        // Each is there with the first check after its announcement.
        expect([name, row !== undefined]).toEqual([name, true]);
        const isOff = event.cancelled !== null && event.cancelled <= day;
        if (isOff) {
          expect([name, row?.lifecycle === "cancelled" || row?.proposal !== null]).toEqual([
            name,
            true,
          ]);
          cancellations += row?.proposal ? 1 : 0;
        } else if (!event.isShared) {
          const at = wall(
            event.startsAt + (event.changes !== null && event.changes <= day ? HOUR : 0),
          );
          const known = row?.edit?.slice(0, 16) ?? (row?.event ? wall(row.event) : row?.candidate);
          expect([name, known]).toEqual([name, at]);
          changes += row?.edit ? 1 : 0;
        }
      }
      decided += await workThrough();
      const published = await deps.db
        .select({ id: events.id })
        .from(events)
        .where(and(eq(events.status, "approved"), eq(events.lifecycle, "scheduled")));
      for (const { id } of published) {
        if (!saved.has(id)) await saveFavourite(deps, reader, id);
        saved.add(id);
      }
      deps.pass(10 * MINUTE);
      await sweepDomainEvents(deps);
      deps.pass(DAY - 10 * MINUTE);
    }

    const published = await deps.db
      .select({ title: events.titleEn, lifecycle: events.lifecycle, startsAt: events.startsAt })
      .from(events);
    const unique = ALL.filter(({ isShared }) => !isShared);
    expect(published.map(({ title }) => title).sort()).toEqual(
      unique.map(({ title }) => title).sort(),
    );
    expect(published.filter(({ lifecycle }) => lifecycle === "cancelled")).toHaveLength(
      unique.filter(({ cancelled }) => cancelled !== null).length,
    );
    const expected = {
      changes: unique.filter((one) => one.changes !== null),
      cancelled: unique.filter((one) => one.cancelled !== null),
    };
    expect([changes, cancellations]).toEqual([expected.changes.length, expected.cancelled.length]);
    // One message each.
    const told = await deps.db
      .select({ eventId: notifications.relatedEntityId, values: notifications.values })
      .from(notifications)
      .where(and(eq(notifications.userId, reader.id), eq(notifications.kind, "event-cancelled")));
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(told.length);
    expect(told.map(({ values }) => (values.title as { en: string }).en).sort()).toEqual(
      expected.cancelled.map(({ title }) => title).sort(),
    );

    const checks = await deps.db.select().from(sourceChecks);
    const sum = (name: "added" | "changed" | "gone" | "cancelled" | "published") =>
      checks.reduce((all, check) => all + check[name], 0);
    const figures = {
      checks: checks.length,
      failed: checks.filter(({ status }) => status === "failed" || status === "broken").length,
      unmodified: checks.filter(({ status }) => status === "not-modified").length,
      requests,
      items: sum("added"),
      published: published.length,
      byItself: sum("published"),
      decided,
      changes,
      cancellations,
    };
    // As in docs/decisions/sources.md.
    expect(figures).toEqual({
      checks: 360,
      failed: 0,
      unmodified: 166,
      requests: 930,
      items: 120,
      published: 117,
      byItself: 40,
      decided: 149,
      changes: 47,
      cancellations: 22,
    });
  }, 240_000);
});
