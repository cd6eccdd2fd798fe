import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, monthOf } from "../../app/lib/dates/days";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import {
  distinctPairs,
  events,
  ingestionCandidates,
  ingestionRuns,
  ingestionTexts,
} from "../../db/schema";
import { answered, startOf } from "../factories/answer";
import { createJpeg } from "../factories/file";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
const MONTH = addDays(monthOf(today, "gregorian").last, 1).slice(0, 7);
const entry = (number: number, changes: Record<string, unknown> = {}) =>
  answered(number, { date: `${MONTH}-${String(10 + (number % 18)).padStart(2, "0")}`, ...changes });
const textOf = async (response: Response) =>
  (await response.text())
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const has = (text: string, ...words: string[]) => {
  for (const word of words) expect([word, text.includes(word)]).toEqual([word, true]);
  expect(text.match(/\bingestion:[a-z][\w.-]+/g)).toBeNull();
};
let admin: Browser;
let actor: { id: string; role: "admin"; isVerified: boolean; sessionId: string };

/** A run of these entries; processed by default. */
async function runOf(
  entries: readonly unknown[],
  key: string,
  isProcessed = true,
): Promise<string> {
  const start = startOf(entries, { metadata: { month: MONTH, aiProvider: "claude" } });
  const id = await startRun(
    { ...deps, jobs: { ...deps.jobs, send: async () => {} } },
    actor,
    start,
    key,
  );
  if (isProcessed) await processRun(deps, id);
  return id;
}
const candidatesOf = (run: string) =>
  db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.runId, run))
    .orderBy(ingestionCandidates.position);
const candidate = async (run: string, position = 0) => {
  const found = (await candidatesOf(run))[position];
  if (!found) throw new Error("There is no such candidate.");
  return found;
};

beforeAll(async () => {
  await emptyIngestion(deps);
  await addTehran(deps);
  admin = await signInAs(deps, "admin");
  actor = { id: admin.id, role: "admin", isVerified: true, sessionId: admin.sessionId };
});

describe("/admin/ai-ingestion", () => {
  it("shows active and past runs, with the actions of each status", async () => {
    const [waiting, ended] = [
      await runOf([entry(1)], "list-1", false),
      await runOf([entry(2)], "list-2"),
    ];
    const active = await textOf(await admin.get("/admin/ai-ingestion?lang=en"));
    has(
      active,
      "Active runs",
      "Total runs",
      "Events discovered",
      "Success rate",
      waiting.slice(-8),
      `cancel:${waiting}`,
      "0 of 1 processed",
    );
    expect([
      active.includes(ended),
      active.includes(`retry:${waiting}`),
      active.includes(`delete=${waiting}`),
    ]).toEqual([false, false, false]);
    const history = await textOf(
      await admin.get("/admin/ai-ingestion?lang=en&tab=history&q=tehr&rows=10"),
    );
    has(history, ended.slice(-8), `delete=${ended}`, "AI agent (Claude)", "Completed");
    expect([history.includes(waiting), history.includes(`cancel:${ended}`)]).toEqual([
      false,
      false,
    ]);
    has(
      await textOf(await admin.get("/admin/ai-ingestion?lang=fa&tab=history&q=تهران")),
      ended.slice(-8),
      "کامل‌شده",
    );
    // The source as shown in either language, as stored, and a city typed on an Arabic keyboard.
    for (const words of ["AI agent", "claude", "ai-agent", "دستيار هوش مصنوعي"])
      has(
        await textOf(
          await admin.get(`/admin/ai-ingestion?lang=en&tab=history&q=${encodeURIComponent(words)}`),
        ),
        ended.slice(-8),
      );
    for (const words of ["Gemini", "!!"])
      has(
        await textOf(
          await admin.get(`/admin/ai-ingestion?lang=en&tab=history&q=${encodeURIComponent(words)}`),
        ),
        "No runs found.",
      );
    has(
      await textOf(await admin.get("/admin/ai-ingestion?lang=en&tab=history&status=failed")),
      "No runs found.",
    );
    has(
      await textOf(await admin.get("/admin/ai-ingestion?lang=en&tab=history&q=isfahan")),
      "No runs found.",
    );
  });

  it("cancels, retries and deletes, the last after a confirmation", async () => {
    const id = await runOf([entry(3)], "actions", false);
    const press = async (intent: string) =>
      toastOf(await admin.post("/admin/ai-ingestion", { intent: `${intent}:${id}` }));
    expect(await press("delete")).toContain("ingestion:run.tooLate");
    expect(await press("cancel")).toContain("ingestion:run.done.cancel");
    expect(await press("cancel")).toContain("ingestion:run.tooLate");
    expect(await press("retry")).toContain("ingestion:run.done.retry");
    // The Worker's clock advances; the test's clock stands still.
    await processRun({ ...deps, clock: { now: () => Date.now() } }, id);
    has(
      await textOf(await admin.get(`/admin/ai-ingestion?lang=en&tab=history&delete=${id}`)),
      "Delete this run?",
      "1 candidate are deleted with it",
    );
    expect(await press("delete")).toContain("ingestion:run.done.delete");
    expect(await db.select().from(ingestionRuns).where(eq(ingestionRuns.id, id))).toEqual([]);
  });
});

describe("a run's page", () => {
  it("shows its log by level, new lines for its script, and files", async () => {
    const id = await runOf([entry(5), entry(6)], "log");
    const path = `/admin/ai-ingestion/runs/${id}`;
    for (const lang of ["en", "fa"])
      has(
        await textOf(await admin.get(`${path}?lang=${lang}`)),
        lang === "en" ? "Started with" : "شروع شد",
      );
    expect(await textOf(await admin.get(`${path}?lang=en&level=error`))).not.toContain(
      "Started with",
    );
    const news = await (await admin.get(`${path}/news?lang=en`)).json<{
      status: string;
      lines: { id: string; text: string }[];
    }>();
    expect([news.status, news.lines[0]?.text.startsWith("Started with")]).toEqual([
      "completed",
      true,
    ]);
    const later = await (await admin.get(`${path}/news?after=${news.lines[0]?.id}`)).json<{
      lines: unknown[];
    }>();
    expect(later.lines.length).toBe(news.lines.length - 1);
    const file = await admin.get(`${path}/log.csv?lang=en`);
    expect(file.headers.get("Content-Disposition")).toContain(`ingestion-${id}.csv`);
    expect(await file.text()).toContain("info,Started with");
    expect(await (await admin.get(`${path}/log.txt?lang=en`)).text()).toContain(
      "INFO  Started with",
    );
  });

  it("offers the pasted answer as a file while it is stored, and says how long", async () => {
    const id = await runOf([entry(5)], "answer");
    const path = `/admin/ai-ingestion/runs/${id}`;
    has(
      await textOf(await admin.get(`${path}?lang=en`)),
      `${path}/answer`,
      "We keep it for 90 days.",
    );
    has(
      await textOf(await admin.get(`${path}?lang=fa`)),
      `${path}/answer`,
      "۹۰ روز نگه داشته می‌شود.",
    );
    const file = await admin.get(`${path}/answer`);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="ingestion-${id}-answer.txt"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(await file.text()).toBe(startOf([entry(5)]).rawResponse);
    await db.delete(ingestionTexts).where(eq(ingestionTexts.ownerId, id));
    expect((await admin.get(`${path}/answer`)).status).toBe(404);
    const gone = await textOf(await admin.get(`${path}?lang=en`));
    has(gone, "Not stored any more");
    expect(gone).not.toContain(`${path}/answer`);
  });

  it("approves and rejects selected candidates with a reason, and reports failures", async () => {
    const id = await runOf(
      [entry(7), entry(8), entry(9, { title: "نمایش بی‌نام", title_fa: "نمایش بی‌نام" }), entry(11)],
      "bulk",
    );
    const path = `/admin/ai-ingestion/runs/${id}?lang=en`;
    const [one, two, three, four] = (await candidatesOf(id)).map((row) => row.id) as [
      string,
      string,
      string,
      string,
    ];
    has(
      await textOf(await admin.post(path, { intent: "bulk-approve" })),
      "Select at least one candidate.",
    );
    const reasonless = await admin.post(path, {
      intent: "bulk-reject",
      candidate: [four],
      reason: " ",
    });
    expect(reasonless.status).toBe(400);
    has(await textOf(reasonless), "Please provide a rejection reason");
    has(
      await textOf(
        await admin.post(path.replace("lang=en", "lang=fa"), {
          intent: "bulk-reject",
          candidate: [four],
          reason: "",
        }),
      ),
      "لطفاً دلیل رد کردن را بنویسید",
    );
    expect(
      toastOf(
        await admin.post(path, { intent: "bulk-reject", candidate: [four], reason: "Not public." }),
      ),
    ).toContain("allRejected");
    const partly = await admin.post(path, {
      intent: "bulk-approve",
      candidate: [one, three],
      [`title:${three}`]: "نمایش بی‌نام",
    });
    has(await textOf(partly), "1 of 2 approved.", "نمایش بی‌نام", "Title (English) is required");
    expect(
      toastOf(await admin.post(path, { intent: `approve:${two}`, [`version:${two}`]: "1" })),
    ).toContain("candidate.done.approve");
    has(
      await textOf(await admin.post(path, { intent: `approve:${two}` })),
      "has already decided on it",
    );
    const made = await db.select().from(events).where(eq(events.ingestionRunId, id));
    expect(made.map(({ status, creatorId }) => [status, creatorId])).toEqual([
      ["approved", null],
      ["approved", null],
    ]);
    has(
      await textOf(await admin.get(`/admin/ai-ingestion/runs/${id}?lang=en&status=rejected`)),
      "Not public.",
    );
    has(
      await textOf(await admin.get(`/admin/ai-ingestion/candidates?lang=en&status=flagged`)),
      "نمایش بی‌نام",
    );
  });
});

describe("candidates changed since the list was shown", () => {
  it.each(["bulk-approve", "bulk-reject"])(
    "by %s are left unchanged and named; the others are decided",
    async (intent) => {
      const apart = (title: string, day: number) =>
        entry(1, { title, date: `${MONTH}-0${day}`, venue: `House of ${title}`, url: null });
      const titles = intent === "bulk-approve" ? ["Carpets", "Poems"] : ["Tea", "Miniatures"];
      const id = await runOf(
        [apart(titles[0] ?? "", 1), apart(titles[1] ?? "", 3)],
        `stale-${intent}`,
      );
      const [one, two] = [await candidate(id), await candidate(id, 1)];
      await db
        .update(ingestionCandidates)
        .set({ version: two.version + 1 })
        .where(eq(ingestionCandidates.id, two.id));
      const seen = Object.fromEntries(
        [one, two].map((row) => [`version:${row.id}`, String(row.version)]),
      );
      const form = {
        intent,
        candidate: [one.id, two.id],
        reason: "Not public.",
        [`title:${two.id}`]: "The other",
        ...seen,
      };
      const html = await textOf(await admin.post(`/admin/ai-ingestion/runs/${id}?lang=en`, form));
      has(html, "1 of 2", "The other");
      const statuses = (await candidatesOf(id)).map((row) => row.status);
      expect(statuses).toEqual([
        intent === "bulk-approve" ? "approved" : "rejected",
        "pending_review",
      ]);
    },
  );
});

describe("a candidate's page", () => {
  it("corrects before approval, refuses invalid values, and detects an older version", async () => {
    const id = await runOf([entry(12)], "mend");
    const { id: one, version } = await candidate(id);
    const path = `/admin/ai-ingestion/candidates/${one}?lang=en`;
    const page = await textOf(await admin.get(path));
    has(page, "A picture makes an event much easier", "Edit before approving");
    const fields: Record<string, string> = {
      version: String(version),
      category: "Concert",
      currency: "IRR",
      imageUrl: "",
    };
    for (const [, name = "", value = ""] of page.matchAll(
      /<input[^>]*name="(title|titleFa|date|time|endDate|endTime|price|venue|address|url|tags)"[^>]*value="([^"]*)"/g,
    ))
      fields[name] = value;
    for (const [, name = "", value = ""] of page.matchAll(
      /<textarea[^>]*name="(description\w*)"[^>]*>([^<]*)/g,
    ))
      fields[name] = value;
    const wrong = await admin.post(path, {
      ...fields,
      time: "25:00",
      imageUrl: "javascript:alert(1)",
      intent: "save",
    });
    expect([wrong.status, (await textOf(wrong)).includes('value="25:00"')]).toEqual([400, true]);
    const imageUrl = "https://pictures.rooydad-tests.org/a.jpg";
    answerForOthers({});
    const unfetched = await admin.post(path, { ...fields, imageUrl, intent: "save" });
    has(await textOf(unfetched), "get a picture from that address");
    vi.restoreAllMocks();
    answerForOthers({ [imageUrl]: () => pictureAnswer(createJpeg()) });
    const saved = await admin.post(path, {
      ...fields,
      title: "A Title of Ours",
      imageUrl,
      intent: "save",
    });
    expect(toastOf(saved)).toContain("candidate.done.save");
    expect((await admin.post(path, { intent: "approve", version: String(version) })).status).toBe(
      409,
    );
    const fresh = await candidate(id);
    expect(
      toastOf(
        await admin.post(path, {
          ...fields,
          title: "A Title of Ours",
          imageUrl,
          version: String(fresh.version),
          intent: "save-approve",
        }),
      ),
    ).toContain("candidate.done.approve");
    const [event] = await db.select().from(events).where(eq(events.ingestionRunId, id));
    vi.restoreAllMocks();
    expect([event?.titleEn, event?.imageUrl]).toEqual([
      "A Title of Ours",
      expect.stringMatching(/^\/media\/uploads\/.*\.jpg$/),
    ]);
  });

  it("shows a duplicate beside the existing event: merged, kept, or rejected", async () => {
    const first = await runOf([entry(14)], "twin-first");
    await admin.post(`/admin/ai-ingestion/runs/${first}`, {
      intent: `approve:${(await candidate(first)).id}`,
    });
    const [event] = await db.select().from(events).where(eq(events.ingestionRunId, first));
    const duplicates = [];
    for (const key of ["a", "b"]) {
      const id = await runOf([entry(14, { price: "900,000 toman" })], `twin-${key}`);
      duplicates.push((await candidate(id)).id);
      if (key === "b") continue;
      const path = `/admin/ai-ingestion/candidates/${duplicates[0]}?lang=en`;
      has(
        await textOf(await admin.get(path)),
        "Possible duplicates",
        "Existing event",
        "Keep both",
        "Merge into event",
        "900,000 toman",
      );
      const merged = await admin.post(path, { intent: `merge:${event?.id}`, take: "price" });
      expect(toastOf(merged)).toContain("candidate.done.merge");
      const [after] = await db
        .select()
        .from(events)
        .where(eq(events.id, event?.id ?? ""));
      expect([after?.price, after?.titleEn]).toEqual([9_000_000, event?.titleEn]);
    }
    const other = `/admin/ai-ingestion/candidates/${duplicates[1]}?lang=en`;
    expect(toastOf(await admin.post(other, { intent: `keep:${event?.id}` }))).toContain(
      "candidate.done.keep",
    );
    expect((await db.select().from(distinctPairs)).length).toBe(1);
    expect(await textOf(await admin.get(other))).not.toContain("Possible duplicates");
    const reasonless = await admin.post(other, { intent: "reject", reason: "" });
    expect([
      reasonless.status,
      (await textOf(reasonless)).includes("Please provide a rejection reason"),
    ]).toEqual([400, true]);
    expect(toastOf(await admin.post(other, { intent: "reject", reason: "Twice." }))).toContain(
      "candidate.done.reject",
    );
  });
});

describe("two candidates of one event", () => {
  it("are shown side by side on both their pages, and are merged or kept", async () => {
    const run = await runOf(
      [entry(20, { description: "Short.", venue: null }), entry(20)],
      "two-of-one",
    );
    const [first, second] = await candidatesOf(run);
    const page = (id: string | undefined) => `/admin/ai-ingestion/candidates/${id}?lang=en`;
    has(
      await textOf(await admin.get(page(second?.id))),
      "Possible duplicates",
      "Earlier candidate",
      "Merge into one",
      "Keep this one:",
    );
    has(await textOf(await admin.get(page(first?.id))), "Later candidate", "Merge into one");
    const stale = await admin.post(page(first?.id), {
      intent: `join:${second?.id}`,
      stays: first?.id ?? "",
      version: String(first?.version),
      duplicateVersion: "9",
    });
    expect(stale.status).toBe(409);
    const merged = await admin.post(page(first?.id), {
      intent: `join:${second?.id}`,
      stays: second?.id ?? "",
      version: String(first?.version),
      duplicateVersion: String(second?.version),
    });
    expect(merged.headers.get("Location")).toContain(
      `/admin/ai-ingestion/candidates/${second?.id}`,
    );
    expect(toastOf(merged)).toContain("candidate.done.join");
    has(
      await textOf(await admin.get(page(first?.id))),
      "Merged into another candidate",
      `/admin/ai-ingestion/candidates/${second?.id}`,
    );
    expect(await textOf(await admin.get(page(second?.id)))).not.toContain("Possible duplicates");
  });

  it("show the event if one of them was approved meanwhile", async () => {
    const run = await runOf([entry(22), entry(22)], "approved-meanwhile");
    const [first, second] = await candidatesOf(run);
    await admin.post(`/admin/ai-ingestion/candidates/${second?.id}`, { intent: "approve" });
    has(
      await textOf(await admin.get(`/admin/ai-ingestion/candidates/${first?.id}?lang=en`)),
      "Existing event",
      "Merge into event",
    );
  });
});

describe("the staff's list of all events", () => {
  it("links to bulk creation for roles that may ingest only", async () => {
    expect(await textOf(await admin.get("/admin/events?lang=en"))).toContain(
      'href="/admin/events/bulk-create',
    );
    const moderator = await signInAs(deps, "moderator");
    expect(await textOf(await moderator.get("/admin/events?lang=en"))).not.toContain("bulk-create");
  });
});
