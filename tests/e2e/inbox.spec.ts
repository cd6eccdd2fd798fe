import {
  CASE_CITIES,
  CASES,
  caseId,
  casePrefix,
  caseTitle,
  eventOfCase,
  kindOfCase,
} from "./inbox-cases";
import { rowsOf } from "./outbox";
import { expect, hydrated, test } from "./people";

// An account takes back what it decided last: no other test decides as the owner, nor both at once.
test.use({ role: "owner" });
test.describe.configure({ mode: "default" });

const REASON = "Please say what is played, and by whom.";
/**
 * Time for a decision, ms, on a machine that is not busy: a curator keeps 30 cities in an hour a day.
 */
const MOST = 40_000 / 60;

/** One of each kind that can be rejected, and more. A source and a plan need no reason. */
const REJECTED = [7, 13, 16, 17, 21, 27, 36, 47, 57];
/** A candidate, a source, a pair, a plan and a new event. */
const UNDONE = [5, 18, 22, 24, 25];
const KEPT_BOTH = [40];
/** As the inbox has them: what is reported is urgent, the others lack parts; each by its wait. */
const orderOf = (places: readonly number[]) =>
  places.toSorted(
    (a, b) => Number(kindOfCase(b) === "report") - Number(kindOfCase(a) === "report") || a - b,
  );
const isRejected = (place: number) => REJECTED.includes(place);
const isUndone = (place: number) => UNDONE.includes(place);

/** State of a case that waits, that was accepted, and that was rejected. */
const OUTCOMES = {
  new: ["pending", "approved", "rejected"],
  edit: ["pending", "none", "rejected"],
  // What a source wrote is not kept.
  source: ["pending", "none", "none"],
  // Public before its reports, and without an edit.
  report: ["flagged", "none", "rejected"],
  candidate: ["pending_review", "approved", "rejected"],
  plan: ["open", "accepted", "dismissed"],
  duplicate: ["open", "merged", "open"],
  language: ["fa", "none", "fa"],
} as const;

for (const language of ["en", "fa"] as const)
  test(`mixed cases are decided by keyboard, sixty in forty seconds, and of the five that are undone nothing is sent: ${language}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const count = CASES[language];
    const places = [...Array(count).keys()];
    const order = orderOf(places);
    await page.goto(`/admin/inbox?city=${CASE_CITIES[language]}&lang=${language}`);
    await hydrated(page);
    const opened = page.locator("#review-title");
    // The focus shows that the page is complete: keys are ignored during navigation.
    const shows = async (place: number) => {
      // A draft that lacks a language is completed in its form.
      if (kindOfCase(place) === "language") {
        const name = caseTitle(place, language);
        await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
        return;
      }
      await expect(opened).toHaveText(caseTitle(place, language));
      if (place !== order[0]) await expect(opened).toBeFocused();
    };
    const decide = async (place: number) => {
      const kind = kindOfCase(place);
      if (kind === "language") return page.keyboard.press("j");
      if (kind === "duplicate") return page.keyboard.press(KEPT_BOTH.includes(place) ? "b" : "m");
      if (!isRejected(place)) return page.keyboard.press("a");
      await page.keyboard.press("r");
      if (kind === "source" || kind === "plan") return;
      await expect(page.locator("#reason")).toBeFocused();
      await page.keyboard.insertText(REASON);
      await page.keyboard.press("Control+Enter");
    };
    // How fast this machine opens a case: it may be busy with other tests.
    const opening = Date.now();
    for (const [key, at] of [
      ["j", 1],
      ["k", 0],
      ["j", 1],
      ["k", 0],
    ] as const) {
      await page.keyboard.press(key);
      await shows(order[at] ?? 0);
      await expect(opened).toBeFocused();
    }
    const step = (Date.now() - opening) / 4;
    const began = Date.now();
    for (const [at, place] of order.entries()) {
      await shows(place);
      await decide(place);
      if (!isUndone(place)) continue;
      await shows(order[at + 1] ?? 0);
      await page.keyboard.press("z");
      await shows(place);
      await page.keyboard.press("j");
    }
    // The last one, before the draft that stays.
    await expect(
      page
        .getByRole("status")
        .getByText(caseTitle(count - 2, language))
        .first(),
    ).toBeVisible();
    const took = Date.now() - began;
    console.log(
      `${count} cases: ${Math.round(took / 100) / 10} s; opening one: ${Math.round(step)} ms`,
    );
    expect(took).toBeLessThanOrEqual(count * Math.max(MOST, step * 4));

    const wanted = places.map((place) => {
      const kind = kindOfCase(place);
      const [open, accepted, rejected] = OUTCOMES[kind];
      if (isUndone(place) || kind === "language") return open;
      if (KEPT_BOTH.includes(place)) return "kept";
      return isRejected(place) ? rejected : accepted;
    });
    const like = `LIKE '${casePrefix(language)}-%'`;
    await expect(async () => {
      const states = new Map(
        rowsOf(`SELECT id, status FROM ingestion_candidates WHERE id ${like}
        UNION ALL SELECT id, status FROM source_proposals WHERE id ${like}
        UNION ALL SELECT id, coalesce(needs_language, 'none') FROM event_drafts WHERE id ${like}
        UNION ALL SELECT id, CASE WHEN EXISTS (SELECT 1 FROM distinct_pairs d WHERE d.first_id = p.first_id) THEN 'kept'
          WHEN EXISTS (SELECT 1 FROM events WHERE events.id IN (p.first_id, p.second_id) AND deleted_at IS NOT NULL) THEN 'merged' ELSE 'open' END
          FROM duplicate_pairs p WHERE id ${like}
        UNION ALL SELECT events.id, CASE WHEN events.status = 'approved' AND events.published_at < events.created_at + 1
            THEN coalesce(r.status, 'none') ELSE events.status END
          FROM events LEFT JOIN event_revisions r ON r.event_id = events.id WHERE events.id ${like}`).map(
          (row) => [row.id, row.status],
        ),
      );
      expect(places.map((place) => states.get(caseId(place, language)))).toEqual(wanted);
    }).toPass({ timeout: 60_000 });
    // None that was said to be decided failed.
    expect(
      rowsOf(
        `SELECT count(*) AS failed FROM scheduled_decisions WHERE subject_id ${like} AND state NOT IN ('done', 'undone')`,
      ),
    ).toEqual([{ failed: 0 }]);
    const lifecycles = new Map(
      rowsOf(`SELECT id, lifecycle FROM events WHERE id ${like}`).map((row) => [
        row.id,
        row.lifecycle,
      ]),
    );
    for (const place of places.filter((one) => kindOfCase(one) === "plan"))
      expect(lifecycles.get(eventOfCase(place, language, "plan"))).toBe(
        isUndone(place) || isRejected(place) ? "scheduled" : "cancelled",
      );
    const told = rowsOf(
      `SELECT DISTINCT event_id FROM notification_causes WHERE event_id LIKE '${casePrefix(language)}-%'`,
    ).map((row) => row.event_id);
    const undone = places.filter(isUndone);
    expect(undone).toHaveLength(5);
    for (const place of undone) expect(told).not.toContain(caseId(place, language));
    expect(told.length).toBeGreaterThan(count / 3);
  });
