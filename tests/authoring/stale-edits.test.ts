import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import {
  getOwnEvent,
  ownEventValues,
  versionOf,
} from "../../app/modules/authoring/find-own-event.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { eventRevisions } from "../../db/schema";
import { createCity } from "../factories/city";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let author: Actor;
let moderator: Actor;
let id: string;
const titled = (en: string) => written({ title: { en, fa: null } });
const own = () => getOwnEvent(deps, author, id);
const waits = () =>
  deps.db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)).get();

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  [author, moderator] = [await addActor(deps), await addActor(deps, "moderator")];
  id = await createDraft(deps, author, written());
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
});

describe("an edit of an approved event", () => {
  it("never overwrites a version that staff have approved meanwhile", async () => {
    await saveEvent(deps, author, id, titled("What I wrote first"));
    const seen = versionOf(await own());
    await saveEvent(deps, moderator, id, titled("What the staff wrote"));
    const failure = await failureOf(saveEvent(deps, author, id, titled("What I write on"), seen));
    expect([failure.code, failure.issues[0]?.message]).toEqual(["conflict", "errors:issue.stale"]);
    expect(ownEventValues(await own()).title.en).toBe("What the staff wrote");
  });

  it("has a number that never identified another text", async () => {
    const texts = new Map<number, string | null>();
    for (let turn = 0; turn < 12; turn += 1) {
      await saveEvent(
        deps,
        turn % 4 === 3 ? moderator : author,
        id,
        titled(`The words of turn ${turn}`),
      );
      const now = await own();
      expect(texts.get(versionOf(now)) ?? ownEventValues(now).title.en).toBe(
        ownEventValues(now).title.en,
      );
      texts.set(versionOf(now), ownEventValues(now).title.en);
    }
  });

  it("sent twice at the same moment is kept once, and the other gets a conflict", async () => {
    await saveEvent(deps, author, id, titled("What there was"));
    const seen = versionOf(await own());
    const outcomes = await Promise.allSettled(
      [1, 2].map((tab) => saveEvent(deps, author, id, titled(`What tab ${tab} says`), seen)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await waits())?.version).toBe(2);
  });

  it("is not lost if it comes during the approval of the previous one", async () => {
    await saveEvent(deps, author, id, titled("What the moderator read"));
    const outcomes = await Promise.allSettled([
      saveEvent(deps, author, id, titled("What came meanwhile")),
      approveEvent(deps, moderator, id),
    ]);
    const { event, revision } = await own();
    const known = [event?.titleEn, revision?.values.title.en];
    // Either the second edit was refused, or the newer text is still there.
    if (outcomes[0]?.status === "fulfilled") expect(known).toContain("What came meanwhile");
    else expect(known[0]).toBe("What the moderator read");
  });
});
