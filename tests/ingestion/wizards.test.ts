import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { createWizard } from "../../app/modules/ingestion/create-wizard.server";
import { saveAnswer } from "../../app/modules/ingestion/save-wizard.server";
import { answerOf, readWizard } from "../../app/modules/ingestion/wizard-queries.server";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  await addTehran(deps);
});

describe("an answer pasted in two windows", () => {
  it("given both have the wizard open, when both paste, then the first one's answer stays whole and the second is told", async () => {
    const id = await createWizard(deps, admin, { city: "tehran", month: "2026-12", categories: [], provider: "chatgpt" });
    const opened = await readWizard(deps, admin, id);
    await saveAnswer(deps, opened, "the first answer", true);
    expect((await failureOf(saveAnswer(deps, opened, "the second answer", true))).code).toBe("conflict");
    expect(await answerOf(deps, await readWizard(deps, admin, id))).toBe("the first answer");
  });
});
