import { answered, startOf } from "../factories/answer";
import { placesSql, takingPlaces } from "./killed-places";
import {
  eventSql,
  idOf,
  personSql,
  prepareState,
  type Running,
  report,
  startProduct,
} from "./killed-product";
import { backingUp, callBackups, restoring } from "./killed-restore";
import { deliveringWebhooks } from "./killed-webhooks";

/**
 * `tsx tests/bench/kill.ts [news] [ingestion] [writers] [webhooks] [places] [backup] [restore [points]]`, after `npm
 * run build`: runs the product in a real process and kills it with -9 right after a success
 * response, or midway (issues 6 and 7, quality.md §3); also kills a restore at ten points, or the
 * given ones (1 to 10). Exits with 1 if data is lost, duplicated or incomplete.
 */
const args: string[] = process.argv.slice(2);
const points = args.map(Number).filter((number) => number > 0);
const asked = new Set(args.filter((part) => !(Number(part) > 0)));
const isAsked = (part: string) => asked.size === 0 || asked.has(part);
/** Minutes between two processes: longer than any claim. */
const APART = 16;
const APPROVALS = 20;
const EVENTS = 500;
const WRITERS = 16;
const ROUNDS = 5;
/** Responses in a round after which the process is killed; increases each round. */
const ANSWERS = 60;

const names = (what: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${what}-${String(at).padStart(2, "0")}`);
const announced = names("notified", APPROVALS);
const caught = names("caught", APPROVALS);
const writers = names("writer", WRITERS);

// A process of the third Worker that `backup` kills.
if (args[0] === "store") {
  await callBackups(args[1] ?? "", Number(args[2]));
  process.exit();
}
if (isAsked("backup") && !(await backingUp())) process.exitCode = 1;
if (isAsked("restore") && !(await restoring(points))) process.exitCode = 1;
if ([...asked].every((part) => ["backup", "restore"].includes(part)) && asked.size > 0)
  process.exit();

const left = await prepareState("bench-kill");
left.write([
  ...["admin", "other-admin"].flatMap((name) => personSql(name, { role: "admin" })),
  ...[...announced, ...caught].flatMap((name) => [
    ...personSql(name),
    eventSql(`event of ${name}`, name, "pending"),
  ]),
  ...writers.flatMap((name) => personSql(name, { role: "admin" })),
  ...personSql("hooked"),
  ...placesSql(),
]);
let lives = 0;
const live = (): Promise<Running> => startProduct(left, lives++ * APART);
const count = (sql: string, ...values: (string | number)[]) =>
  Number(Object.values(left.read(sql, ...values)[0] ?? {})[0]);
const until = async (holds: () => boolean) => {
  for (
    const end = Date.now() + 120_000;
    !holds();
    await new Promise((later) => setTimeout(later, 5))
  )
    if (Date.now() > end) throw new Error("It never came to that.");
};
const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
const approve = async (product: Running, name: string) => {
  const answer = await product.ask(
    "admin",
    "POST",
    `/events/admin/${idOf(`event of ${name}`)}/approve`,
  );
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
};

/** Kills the process right after 20 approvals, then amid 20 more. */
async function news(): Promise<void> {
  let product = await live();
  const killed = product;
  await Promise.all(announced.map((name) => approve(killed, name)));
  await product.kill();
  const before = count(
    "SELECT count(*) FROM mails WHERE status = 'sent' AND kind = 'event-approved'",
  );
  product = await live();
  await product.sweep();
  const second = product;
  const agreed: string[] = [];
  const under = caught.map((name) => quietly(approve(second, name).then(() => agreed.push(name))));
  await until(() => agreed.length >= APPROVALS / 2);
  await product.kill();
  await Promise.all(under);
  product = await live();
  for (let turn = 0; turn < 3; turn++) await product.sweep();
  await product.kill();
  const notified = (name: string) =>
    count(
      "SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'event-approved'",
      idOf(name),
    );
  const mailed = (name: string) =>
    count(
      "SELECT count(*) FROM mails WHERE user_id = ? AND kind = 'event-approved' AND status = 'sent' AND attempts = 1",
      idOf(name),
    );
  const isApproved = (name: string) =>
    count(
      "SELECT count(*) FROM events WHERE id = ? AND status = 'approved'",
      idOf(`event of ${name}`),
    ) === 1;
  const done = caught.filter(isApproved);
  console.log("\nNotifications");
  report([
    ["approvals that were answered before the kill", APPROVALS, APPROVALS],
    ["  emails sent before it", before, "any"],
    [
      "  creators notified once, after the restart",
      announced.filter((name) => notified(name) === 1).length,
      APPROVALS,
    ],
    [
      "  creators with one email, sent at one attempt",
      announced.filter((name) => mailed(name) === 1).length,
      APPROVALS,
    ],
    ["approvals answered before a kill in the middle", agreed.length, "any"],
    ["  of these carried out", agreed.filter(isApproved).length, agreed.length],
    ["carried out in all, answered or not", done.length, "any"],
    [
      "  creators notified once, one email",
      done.filter((name) => notified(name) === 1 && mailed(name) === 1).length,
      done.length,
    ],
    [
      "notified of what was not carried out",
      caught.filter((name) => !isApproved(name) && notified(name) + mailed(name) > 0).length,
      0,
    ],
    [
      "domain events left open",
      count("SELECT count(*) FROM notification_causes WHERE done_at IS NULL"),
      0,
    ],
  ]);
}

/** Kills the process right after a run of 500 events starts, then midway. */
async function ingestion(): Promise<void> {
  let product = await live();
  const entries = Array.from({ length: EVENTS }, (_, number) => answered(number));
  const answer = await product.ask("admin", "POST", "/admin/ingestion/runs", startOf(entries), {
    "Idempotency-Key": "kill",
  });
  await product.kill();
  const { id } = (await answer
    .json()
    .catch(() => left.read("SELECT id FROM ingestion_runs")[0])) as { id: string };
  const looked = () => count("SELECT processed_count FROM ingestion_runs WHERE id = ?", id);
  const first = looked();
  product = await live();
  void quietly(product.sweep());
  await until(() => looked() > 0);
  await product.kill();
  const second = looked();
  product = await live();
  await product.sweep();
  const again = await product.ask("admin", "POST", "/admin/ingestion/runs", startOf(entries), {
    "Idempotency-Key": "kill",
  });
  await product.kill();
  const lines = left.read<{ code: string; values: string }>(
    'SELECT code, "values" FROM ingestion_logs WHERE run_id = ? ORDER BY id',
    id,
  );
  const steps = lines
    .filter(({ code }) => code === "step-done")
    .map((line) => JSON.parse(line.values) as { looked: number });
  console.log("\nIngestion");
  report([
    ["events of the answer", EVENTS, EVENTS],
    ["looked at when it was killed right after the start", first, "any"],
    ["looked at when it was killed in the middle", second, "any"],
    ["  which is neither none nor all", second > 0 && second < EVENTS ? "so" : "not so", "so"],
    [
      "status after the restart",
      String(left.read("SELECT status FROM ingestion_runs WHERE id = ?", id)[0]?.status),
      "completed",
    ],
    ["looked at in the end", looked(), EVENTS],
    ["candidates", count("SELECT count(*) FROM ingestion_candidates WHERE run_id = ?", id), EVENTS],
    [
      "  each entry once",
      count("SELECT count(DISTINCT position) FROM ingestion_candidates WHERE run_id = ?", id),
      EVENTS,
    ],
    [
      "  still waiting",
      count(
        "SELECT count(*) FROM ingestion_candidates WHERE run_id = ? AND status = 'waiting'",
        id,
      ),
      0,
    ],
    [
      "  to review or flagged",
      count(
        "SELECT count(*) FROM ingestion_candidates WHERE run_id = ? AND status IN ('pending_review', 'auto_approved', 'flagged')",
        id,
      ),
      EVENTS,
    ],
    [
      "candidates looked at by the log, each once",
      steps.reduce((sum, step) => sum + step.looked, 0),
      EVENTS,
    ],
    ["resumed, by the log", lines.filter(({ code }) => code === "run-resumed").length, 1],
    ["completed, by the log", lines.filter(({ code }) => code === "run-completed").length, 1],
    ["started again by the same key: answer", again.status, 201],
    ["  runs in all", count("SELECT count(*) FROM ingestion_runs"), 1],
  ]);
}

/** Confirmed and unconfirmed writes of a writer. */
interface Written {
  title: string;
  writer: string;
  /** Id of the draft; null without a response. */
  id: string | null;
  isSubmitted: boolean;
}

const draftOf = (title: string) => ({
  title: { en: title, fa: null },
  description: {
    en: "An evening of the bench, long enough to be one that people can read.",
    fa: null,
  },
  venue: { en: "A hall", fa: null },
  city: "sari",
  startsAt: "2027-06-01T19:00:00+03:30",
  endsAt: "2027-06-01T21:00:00+03:30",
  price: 0,
  categories: ["Concert"],
});

/**
 * 16 writers create and publish drafts with idempotency keys, while the process is killed five
 * times.
 */
async function writing(): Promise<void> {
  const all: Written[] = [];
  let broken = "";
  const createDraft = (product: Running, { writer, title }: Pick<Written, "writer" | "title">) =>
    product.ask(writer, "POST", "/events", draftOf(title), { "Idempotency-Key": title });
  for (let round = 0; round < ROUNDS; round++) {
    const product = await live();
    // Repeats unanswered requests with their key.
    for (const open of all.filter(({ id }) => id === null)) {
      const answer = await createDraft(product, open);
      if (answer.ok) open.id = ((await answer.json()) as { id: string }).id;
      else broken ||= `${answer.status} ${await answer.text()}`;
    }
    await Promise.all(writers.map((name) => product.ask(name, "GET", "/events/user/drafts")));
    let isOver = false;
    let answers = 0;
    const work = writers.map(async (writer) => {
      for (let turn = 0; !isOver; turn++) {
        const one: Written = {
          title: `${writer} round ${round} turn ${turn}`,
          writer,
          id: null,
          isSubmitted: false,
        };
        all.push(one);
        const answer = await createDraft(product, one);
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        one.id = ((await answer.json()) as { id: string }).id;
        answers += 1;
        const submitted = await product.ask(writer, "POST", `/events/${one.id}/submit`);
        answers += 1;
        if (submitted.ok) one.isSubmitted = true;
        else broken ||= `${submitted.status} ${await submitted.text()}`;
      }
    });
    const ended = Promise.all(work.map(quietly));
    await until(() => answers >= ANSWERS + round * 7);
    await product.kill();
    isOver = true;
    await ended;
    console.log(
      `Round ${round + 1}: ${all.length} drafts asked for, ${all.filter(({ id }) => id === null).length} without an answer, ${all.filter(({ isSubmitted }) => isSubmitted).length} published`,
    );
  }
  const product = await live();
  const unanswered = all.filter(({ id }) => id === null).length;
  for (const open of all.filter(({ id }) => id === null)) {
    const answer = await createDraft(product, open);
    if (answer.ok) open.id = ((await answer.json()) as { id: string }).id;
  }
  for (let turn = 0; turn < 3; turn++) await product.sweep();
  await product.kill();
  const places = new Map(
    left
      .read<{ id: string; title: string; place: string }>(
        "SELECT id, title_en AS title, 'draft' AS place FROM event_drafts UNION ALL SELECT id, title_en, 'event' FROM events WHERE title_en LIKE 'writer-%'",
      )
      .map((row) => [row.id, row]),
  );
  const titles = new Map<string, number>();
  for (const { title } of places.values()) titles.set(title, (titles.get(title) ?? 0) + 1);
  const of = "e.title_en LIKE 'writer-%'";
  const published = count(`SELECT count(*) FROM events e WHERE ${of} AND status = 'approved'`);
  const each = (sql: string) => count(`SELECT count(*) FROM events e WHERE ${of} AND (${sql}) = 1`);
  console.log("\nWriters");
  report([
    ["rounds of 16 writers, each ended with -9", ROUNDS, ROUNDS],
    ["drafts asked for", all.length, "any"],
    ["  without an answer at the last kill, asked for again", unanswered, "any"],
    [
      "drafts that were confirmed and are gone",
      all.filter(({ id }) => id !== null && !places.has(id)).length,
      0,
    ],
    ["drafts that are there twice", [...titles.values()].filter((times) => times > 1).length, 0],
    ["submissions that were confirmed", all.filter(({ isSubmitted }) => isSubmitted).length, "any"],
    [
      "  not published",
      all.filter(({ isSubmitted, id }) => isSubmitted && places.get(id ?? "")?.place !== "event")
        .length,
      0,
    ],
    ["published in all, answered or not", published, "any"],
    [
      "  with one entry of the audit log",
      each(
        "SELECT count(*) FROM audit_entries a WHERE a.entity_id = e.id AND a.action = 'event.submitted'",
      ),
      published,
    ],
    [
      "  with one submission that counts",
      each("SELECT count(*) FROM event_submissions s WHERE s.event_id = e.id"),
      published,
    ],
    [
      "  with one cause of news, carried out",
      each(
        "SELECT count(*) FROM notification_causes c WHERE c.event_id = e.id AND c.done_at IS NOT NULL",
      ),
      published,
    ],
    [
      "  in the search index",
      each("SELECT count(*) FROM event_search d WHERE d.rowid = e.search_rowid"),
      published,
    ],
    [
      "  in the facets",
      each("SELECT min(count(*), 1) FROM event_facets f WHERE f.event_id = e.id"),
      published,
    ],
    [
      "both draft and event",
      count(`SELECT count(*) FROM events e JOIN event_drafts d ON d.id = e.id`),
      0,
    ],
    ["answers that were neither yes nor a dead process", broken === "" ? 0 : broken, 0],
  ]);
}

if (isAsked("news")) await news();
if (isAsked("ingestion")) await ingestion();
if (isAsked("writers")) await writing();
if (isAsked("webhooks")) await deliveringWebhooks(left, live, until);
if (isAsked("places")) await takingPlaces(left, live);
console.log("\nThe database after all this");
report([
  [
    "PRAGMA integrity_check",
    String(Object.values(left.read("PRAGMA integrity_check")[0] ?? {})[0]),
    "ok",
  ],
  ["PRAGMA foreign_key_check, rows", left.read("PRAGMA foreign_key_check").length, 0],
]);
process.exit();
