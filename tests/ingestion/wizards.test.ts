import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import {
  answerOf,
  createWizard,
  readWizard,
  saveAnswer,
} from "../../app/modules/intake/ingestion/wizard.server";
import { wizardAction } from "../../app/routes/admin/ingestion/wizard/wizard-action.server";
import { ingestionRuns } from "../../db/schema";
import { answered } from "../factories/answer";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const RAW = JSON.stringify({ events: [answered(1)] });

let deps: TestDeps;
let admin: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  await addTehran(deps);
});

describe("a wizard during a database outage", () => {
  it.each([
    [2, "en", "Parse failed: Failed to parse response."],
    [2, "fa", "پاسخ خوانده نشد"],
    [4, "en", "Start failed: Failed to start ingestion."],
    [4, "fa", "گردآوری شروع نشد"],
  ] as const)(
    "in step %i, in %s, says so with the specified message and keeps the input",
    async (step, locale, said) => {
      const id = await createWizard(deps, admin, {
        city: "tehran",
        month: "2026-12",
        categories: [],
        provider: "chatgpt",
      });
      await saveAnswer(deps, await readWizard(deps, admin, id), RAW, true);
      // Only the step's own reads fail; the wizard is still read.
      const away = {
        ...deps.memo,
        get: () => Promise.reject(new Error("D1_ERROR: the database is away")),
      };
      const context = requestContext({ ...deps, memo: away }, { signedIn: admin, locale });
      const request = new Request(
        `https://rooydad.example/admin/ai-ingestion/new?wizard=${id}&step=${step}`,
        {
          method: "POST",
          body: new URLSearchParams({ intent: step === 2 ? "parse" : "start", rawResponse: RAW }),
        },
      );
      const answer = await wizardAction(context, request);
      if (!("data" in answer)) throw new Error("It went on.");
      expect([answer.init?.status, answer.data.message, answer.data.answer]).toEqual([
        500,
        expect.stringContaining(said),
        step === 2 ? RAW : null,
      ]);
      expect(await deps.db.select().from(ingestionRuns)).toEqual([]);
    },
  );
});

describe("an answer pasted in two windows", () => {
  it("is stored whole from the first window, and the second gets a conflict", async () => {
    const id = await createWizard(deps, admin, {
      city: "tehran",
      month: "2026-12",
      categories: [],
      provider: "chatgpt",
    });
    const opened = await readWizard(deps, admin, id);
    await saveAnswer(deps, opened, "the first answer", true);
    expect((await failureOf(saveAnswer(deps, opened, "the second answer", true))).code).toBe(
      "conflict",
    );
    expect(await answerOf(deps, await readWizard(deps, admin, id))).toBe("the first answer");
  });
});
