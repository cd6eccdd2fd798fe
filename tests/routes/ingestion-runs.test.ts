import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, monthOf } from "../../app/lib/dates/days";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import { ingestionCandidates, ingestionRuns, ingestionTexts } from "../../db/schema";
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
});

describe("a candidate's page", () => {
  it("corrects before approval, refuses invalid values, and detects an older version", async () => {
    const id = await runOf([entry(12)], "mend");
    const { id: one, version } = await candidate(id);
    const path = `/admin/ai-ingestion/candidates/${one}?lang=en`;
    const page = await textOf(await admin.get(path));
    has(page, "A picture makes an event much easier", "Edit all its values");
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
    expect((await admin.post(path, { ...fields, title: "Another", intent: "save" })).status).toBe(
      409,
    );
    const fresh = await candidate(id);
    const decided = await admin.post(path, {
      ...fields,
      title: "A Title of Ours",
      imageUrl: (fresh.values as { imageUrl?: string }).imageUrl ?? "",
      version: String(fresh.version),
      intent: "save-decide",
    });
    vi.restoreAllMocks();
    expect(decided.headers.get("Location")).toBe(`/admin/inbox?case=candidate-${one}&lang=en`);
    expect((await candidate(id)).values).toMatchObject({
      title: "A Title of Ours",
      imageUrl: expect.stringMatching(/^\/media\/uploads\/.*\.jpg$/),
    });
    expect((await candidate(id)).status).toBe("pending_review");
  });
});
