import { expect, it } from "vitest";
import { reviewCandidate } from "../../app/routes/admin/review/review-cases.server";
import { ingestionCandidates, ingestionRuns } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { createTestDeps } from "../helpers/test-deps";

const RUN = "019b0000-0000-7000-e000-000000000031";
const DAY = 86_400_000;

it("a candidate shows what it resembles most first, events and candidates alike", async () => {
  const deps = createTestDeps();
  await emptyEvents(deps);
  const admin = await addActor(deps, "admin");
  const { id: cityId } = await createCity(deps.db, { slug: "tehran" });
  const now = deps.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  await deps.db.insert(ingestionRuns).values({
    id: RUN,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 1,
    idempotencyKey: "likeness",
    dueAt: now,
    creatorId: admin.id,
    ...stamps,
  });
  const [low, high] = await Promise.all(
    ["Jazz in the garden", "Jazz of winter"].map((titleEn) =>
      createEvent(deps.db, { cityId, titleEn, startsAt: now + 20 * DAY }),
    ),
  );
  const [subject, other] = [deps.ids.next(), deps.ids.next()];
  const values = { title: "Jazz of winter", venue: "Vahdat Hall", time: "19:00" };
  const likeness = (score: number, of: { event?: string; candidate?: string }) => ({
    code: "duplicate-event" as const,
    field: null,
    score,
    ...of,
  });
  const candidate = (id: string, position: number) => ({
    id,
    runId: RUN,
    position,
    values,
    status: "flagged" as const,
    ...stamps,
  });
  await deps.db.insert(ingestionCandidates).values([
    {
      ...candidate(subject, 0),
      findings: [
        likeness(0.6, { event: low?.id ?? "" }),
        likeness(0.8, { candidate: other }),
        likeness(0.95, { event: high?.id ?? "" }),
      ],
    },
    { ...candidate(other, 1), findings: [] },
  ]);
  const view = await reviewCandidate(requestContext(deps, { signedIn: admin }), subject);
  expect(view.isOpen && view.duplicates.map(({ id }) => id)).toEqual([high?.id, other, low?.id]);
});
