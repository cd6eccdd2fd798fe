import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { auditEntry } from "../../app/modules/audit/audit-entry.server";
import { jobStatement } from "../../app/modules/jobs/jobs.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { auditEntries, jobs, mails } from "../../db/schema";
import worker from "../../worker";
import { emptyDatabase } from "../helpers/empty-database";
import { countHung, EXTERNAL, endHung } from "../helpers/external-services";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyDatabase();
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const mail = (at: number) => ({
  ...{
    id: `019b0000-0000-7000-9000-${String(at).padStart(12, "0")}`,
    idempotencyKey: String(at),
    kind: "verifyEmail",
    userId: null,
  },
  ...{
    toAddress: "sara@example.com",
    locale: "en" as const,
    subject: "s",
    text: "t",
    html: "h",
    createdAt: at,
    dueAt: at,
  },
});

it("a hanging mail server does not delay the other jobs of the minute", async () => {
  await deps.db.insert(mails).values(mail(1));
  const job = jobStatement(deps, "city.followers", { from: "nowhere", into: null, after: null });
  await deps.db.batch([
    job.statement,
    auditEntry(deps, { actorId: null, action: "test.done", entity: "test", entityId: null }),
  ]);
  const before = await countHung();
  const at = {
    ...env,
    MAIL_TRANSPORT: "smtp",
    MAIL_FROM: "R <hello@rooydad.example>",
    SMTP_URL: `smtp://127.0.0.1:${EXTERNAL.hangingPort}`,
  };
  const run = worker.scheduled(
    { cron: "* * * * *", scheduledTime: Date.now(), noRetry() {} },
    at as Env,
    createExecutionContext(),
  );
  await vi.waitFor(async () => expect(await countHung()).toBe(before + 1), { timeout: 10_000 });
  await vi.waitFor(
    async () => expect((await deps.db.select().from(auditEntries).get())?.sequence).toBe(1),
    { timeout: 10_000 },
  );
  expect(await deps.db.select().from(jobs)).toEqual([]);
  // Only the mail is still in progress.
  expect((await deps.db.select().from(mails).get())?.status).toBe("sending");
  await endHung();
  await run;
  expect((await deps.db.select().from(mails).get())?.status).toBe("pending");
});

it("a mail server that accepts nothing is not tried for all due emails, which stay due", async () => {
  for (let at = 0; at < 40; at++) await deps.db.insert(mails).values(mail(at));
  let asked = 0;
  const send = async () => {
    asked += 1;
    throw new Error("The mail server took too long.");
  };
  await sweepMails({ ...deps, mail: { keeps: "everything", send } });
  expect(asked).toBeLessThan(20);
  const untouched = (await deps.db.select().from(mails)).filter(({ attempts }) => attempts === 0);
  expect(untouched.length).toBe(40 - asked);
});
