import { asc, eq, sql } from "drizzle-orm";
import type { Actor } from "../../app/lib/permissions";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { checkSourceOn } from "../../app/modules/intake/sources/check-source.server";
import type { FetchOptions } from "../../app/modules/intake/sources/fetch-source.server";
import type { SourceInput } from "../../app/modules/intake/sources/schema";
import { createSource } from "../../app/modules/intake/sources/write-source.server";
import { runJob } from "../../app/modules/jobs/jobs.server";
import { ingestionCandidates, jobs, sourceChecks, sourceItems } from "../../db/schema";
import { answerWith, EXTERNAL } from "./external-services";
import { addTehran, emptyIngestion } from "./ingestion";
import { addActor } from "./organizers";
import type { TestDeps } from "./test-deps";

/** The test server is on loopback, which sources must not name. */
export const isAllowed = (url: URL) => url.origin === new URL(EXTERNAL.http).origin;

let paths = 0;
/** A path of the test server that no other test uses. */
export const newPath = (end = "") => `/source-${Date.now()}-${++paths}${end}`;

/** A source without its address. */
export const INPUT: Omit<SourceInput, "url"> = {
  name: "Vahdat Hall",
  kind: "ical",
  cities: ["tehran"],
  everyMinutes: 360,
  trust: "reviewed",
  status: "active",
  venue: null,
  organizer: null,
  category: null,
  language: null,
};

/** Adds a source that reads a path of the test server. */
export const addSource = (
  deps: TestDeps,
  actor: Actor,
  path: string,
  changes: Partial<SourceInput> = {},
) =>
  createSource(
    deps,
    actor,
    { ...INPUT, url: `${EXTERNAL.http}${path}`, ...changes },
    changes.url === undefined ? { isAllowed } : {},
  );

/** The steps of checks; real servers of tests are on loopback. */
export const stepsWith = (options: FetchOptions = { isAllowed }) => ({
  "source.check": (
    deps: Parameters<typeof checkSourceOn>[0],
    values: Parameters<typeof checkSourceOn>[1],
  ) => checkSourceOn(deps, values, options),
});

/** Runs all waiting jobs of checks to their end. */
export async function runChecks(deps: TestDeps, options?: FetchOptions): Promise<void> {
  const steps = stepsWith(options);
  for (;;) {
    const due = await deps.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`kind = 'source.check' AND due_at <= ${deps.clock.now()}`);
    if (due.length === 0) return;
    for (const { id } of due) await runJob(deps, steps, id);
  }
}

/** Begins the checks that are due, and runs them to their end. */
export async function checkDue(deps: TestDeps, options?: FetchOptions): Promise<number> {
  let all = 0;
  // One a host at a time, and all test sources have one host.
  for (;;) {
    const { checks } = await beginSourceChecks(deps);
    if (checks === 0) return all;
    all += checks;
    await runChecks(deps, options);
  }
}

export const checksOf = (deps: TestDeps, sourceId: string) =>
  deps.db
    .select()
    .from(sourceChecks)
    .where(eq(sourceChecks.sourceId, sourceId))
    .orderBy(asc(sourceChecks.startedAt), asc(sourceChecks.id));
export const itemsOf = (deps: TestDeps, sourceId: string) =>
  deps.db
    .select()
    .from(sourceItems)
    .where(eq(sourceItems.sourceId, sourceId))
    .orderBy(asc(sourceItems.title));
export const allCandidates = (deps: TestDeps) =>
  deps.db
    .select()
    .from(ingestionCandidates)
    .orderBy(asc(ingestionCandidates.createdAt), asc(ingestionCandidates.position));

interface CalendarEntry {
  uid: string;
  title: string;
  /** "20261212T193000" on Tehran's clock. */
  start: string;
  venue?: string;
  lines?: readonly string[];
}

/** An iCalendar file. */
export const calendar = (...entries: CalendarEntry[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    ...entries.flatMap(({ uid, title, start, venue = "Vahdat Hall", lines = [] }) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      "DTSTAMP:20261101T000000Z",
      `SUMMARY:${title}`,
      `DTSTART;TZID=Asia/Tehran:${start}`,
      `LOCATION:${venue}`,
      "DESCRIPTION:An evening of music for everyone who likes to listen.",
      ...lines,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** An answer of the test server. */
export const calendarAnswer = (body: string, headers: Record<string, string> = {}) => ({
  body,
  headers: { "Content-Type": "text/calendar; charset=utf-8", ...headers },
});

/** An administrator, and the path of a source that robots may read; no ingestion before. */
export async function readyToCheck(deps: TestDeps): Promise<{ admin: Actor; path: string }> {
  await emptyIngestion(deps);
  await addTehran(deps);
  await answerWith("/robots.txt", { status: 404, body: "" });
  return { admin: await addActor(deps, "admin"), path: newPath(".ics") };
}
