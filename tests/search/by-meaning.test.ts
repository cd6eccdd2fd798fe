import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { publishStatements } from "../../app/modules/authoring/announce-change.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { runJob } from "../../app/modules/jobs/jobs.server";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import {
  beginMeaningSweep,
  renewMeaning,
  sweepMeanings,
} from "../../app/modules/search/renew-meanings.server";
import { cities, events, jobs } from "../../db/schema";
import {
  createMeaningIndex,
  type Embedder,
  type VectorStore,
} from "../../worker/adapters/meaning-index";
import { createDeps } from "../../worker/deps";
import { jobSteps } from "../../worker/jobs/job-steps";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyEvents } from "../helpers/organizers";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

/**
 * Stands for the bindings. A vector is how often a text has each letter: it says nothing about
 * meaning, and these tests claim nothing about a model's ranking.
 */
function bindings() {
  const stored = new Map<string, { values: number[]; metadata: { text: string } }>();
  const embedded: string[] = [];
  const countsOf = (text: string) =>
    Array.from(
      "abcdefghijklmnopqrstuvwxyz",
      (letter) => text.toLowerCase().split(letter).length - 1,
    );
  const ai: Embedder = {
    run: async (_model, { text }) => {
      embedded.push(...text);
      return { data: text.map(countsOf) };
    },
  };
  const cosine = (a: number[], b: number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) /
    (Math.hypot(...a) * Math.hypot(...b) || 1);
  const vectors: VectorStore = {
    query: async (values, { topK }) => ({
      matches: [...stored]
        .map(([id, vector]) => ({ id, score: cosine(values, vector.values) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, topK),
    }),
    getByIds: async (ids) =>
      ids.flatMap((id) => {
        const metadata = stored.get(id)?.metadata;
        return metadata ? [{ id, metadata }] : [];
      }),
    upsert: async (added) => {
      for (const { id, ...vector } of added) stored.set(id, vector);
    },
    deleteByIds: async (ids) => {
      for (const id of ids) stored.delete(id);
    },
  };
  return { ai, vectors, stored, embedded };
}

let deps: TestDeps;
let stand: ReturnType<typeof bindings>;
let tehran: string;
let id: string;
let elsewhere: string;

const eventIn = (cityId: string, titleEn: string) =>
  createEvent(deps.db, {
    cityId,
    titleEn,
    descriptionEn: "",
    startsAt: TUESDAY + 3_600_000,
    endsAt: TUESDAY + 7_200_000,
    status: "approved",
  });

beforeEach(async () => {
  deps = createTestDeps();
  stand = bindings();
  deps.meaning = createMeaningIndex(stand.ai, stand.vectors);
  await emptyEvents(deps);
  ({ id: tehran } = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" }));
  const shiraz = await createCity(deps.db, { slug: "shiraz", nameEn: "Shiraz" });
  ({ id } = await eventIn(tehran, "Zither zeal"));
  ({ id: elsewhere } = await eventIn(shiraz.id, "Zebra zoo"));
  await rebuildSearch(deps.db);
});

const find = (q: string) => listEvents(deps, parseEventQuery(new URLSearchParams({ q })).query);
const idsOf = (list: Awaited<ReturnType<typeof find>>) => list.events.map((event) => event.id);
const sweep = () => sweepMeanings(deps, { after: "" });
const publish = async () => {
  const event =
    (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail();
  const city =
    (await deps.db.select().from(cities).where(eq(cities.id, tehran)).get()) ?? expect.fail();
  const [first, ...rest] = publishStatements(deps, event, city);
  await deps.db.batch([first, ...rest]);
};
const waiting = () => deps.db.select().from(jobs).where(eq(jobs.kind, "event.meaning"));

describe("events near a query in meaning", () => {
  it("are listed behind those with its words, match nothing, and pass every filter", async () => {
    await sweep();
    const everywhere = await find("zzyzx");
    expect([everywhere.exactTotal, everywhere.total]).toEqual([0, 2]);
    expect(everywhere.parts.map(({ kind }) => kind)).not.toContain("all");
    expect(idsOf(await find("zzyzx tehran"))).toEqual([id]);
    expect(idsOf(await find("zzyzx not tehran"))).toEqual([elsewhere]);
    expect(idsOf(await find("zzyzx free"))).toEqual([]);
    const both = await find("zebra");
    expect([both.exactTotal, idsOf(both)[0]]).toEqual([1, elsewhere]);
  });

  it("are none of a query of filters alone, of one taken as typed, and of an event over or unlisted", async () => {
    await sweep();
    stand.embedded.length = 0;
    await find("tehran");
    await listEvents(
      deps,
      parseEventQuery(new URLSearchParams({ q: "zzyzx", without: "corrections" })).query,
    );
    expect(stand.embedded).toEqual([]);
    await deps.db
      .update(events)
      .set({ endsAt: TUESDAY - 1 })
      .where(eq(events.id, id));
    await rebuildSearch(deps.db);
    expect(idsOf(await find("zzyzx"))).toEqual([elsewhere]);
  });

  it("are fused with those by words by reciprocal rank, which leaves both lists' filters", async () => {
    const third = await eventIn(tehran, "Zebra zenith");
    const far = await eventIn(tehran, "Quiet lake");
    await rebuildSearch(deps.db);
    const byWords = idsOf(await find("zebra"));
    expect(new Set(byWords)).toEqual(new Set([elsewhere, third.id]));
    const [first = "", second = ""] = byWords;
    const answer = async (nearest: string[], q = "zebra") => {
      deps.meaning = {
        nearest: async () => nearest,
        renew: async () => {},
        remove: async () => {},
      };
      return find(q);
    };
    // 1/61 + 1/61 against 1/62 + 1/62; turned round both are 1/61 + 1/62, and the words decide.
    expect(idsOf(await answer([first, second])).slice(0, 2)).toEqual([first, second]);
    expect(idsOf(await answer([second, first])).slice(0, 2)).toEqual([first, second]);
    // Alone on the other list the second has 1/62 + 1/61, the first only 1/61.
    expect(idsOf(await answer([second])).slice(0, 2)).toEqual([second, first]);
    // What is near alone stands behind what matches, in its own order, and matches nothing.
    const mixed = await answer([far.id, second, id, first]);
    expect(idsOf(mixed).slice(2)).toEqual([far.id, id]);
    expect(mixed.exactTotal).toBe(2);
    expect(idsOf(await answer([far.id, elsewhere], "zebra tehran"))).toEqual([third.id, far.id]);
    expect(idsOf(await answer([]))).toEqual(byWords);
  });

  it("change nothing where the model or the index fails or is late", async () => {
    await sweep();
    const fails = () => Promise.reject(new Error("away"));
    const { ai, vectors } = stand;
    for (const meaning of [
      createMeaningIndex({ run: fails }, vectors),
      createMeaningIndex(ai, { ...vectors, query: fails }),
      createMeaningIndex({ run: () => new Promise(() => {}) }, vectors, 1),
    ]) {
      deps.meaning = meaning;
      expect(idsOf(await find("zzyzx"))).toEqual([]);
      expect(idsOf(await find("zebra"))).toEqual([elsewhere]);
    }
  });
});

describe("vectors of events", () => {
  it("are renewed by a job after a change of the text, and removed with the event", async () => {
    await publish();
    for (const job of await waiting()) await runJob(deps, jobSteps, job.id);
    expect([...stand.stored.keys()]).toEqual([id]);
    expect(stand.embedded).toHaveLength(1);
    await renewMeaning(deps, { eventId: id });
    expect(stand.embedded).toHaveLength(1);
    await deps.db.update(events).set({ titleEn: "Salt evening" }).where(eq(events.id, id));
    await renewMeaning(deps, { eventId: id });
    expect(stand.embedded.at(-1)).toContain("Salt evening");
    await deps.db.update(events).set({ status: "rejected" }).where(eq(events.id, id));
    await renewMeaning(deps, { eventId: id });
    expect(stand.stored.size).toBe(0);
    await deps.meaning?.renew([{ id: "gone", text: "x" }]);
    await renewMeaning(deps, { eventId: "gone" });
    expect(stand.stored.size).toBe(0);
  });

  it("of events from before the index are made by the nightly sweep, each once", async () => {
    await beginMeaningSweep(deps);
    const swept = await deps.db.select().from(jobs).where(eq(jobs.kind, "meanings.sweep"));
    for (const job of swept) await runJob(deps, jobSteps, job.id);
    expect(stand.stored.size).toBe(2);
    await sweep();
    expect(stand.embedded).toHaveLength(2);
  });

  it("are made through the bindings of the Worker, both of them, and of none without", async () => {
    const later = () => {};
    const site = "https://rooydad.test";
    const wired = (bindings: Partial<Env>) =>
      createDeps({ ...env, AI: undefined, VECTORS: undefined, ...bindings } as Env, later, site)
        .meaning;
    const [AI, VECTORS] = [stand.ai, stand.vectors] as unknown as [Env["AI"], Env["VECTORS"]];
    expect([wired({}), wired({ AI }), wired({ VECTORS })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const meaning = wired({ AI, VECTORS }) ?? expect.fail();
    await meaning.renew([{ id, text: "Zither zeal" }]);
    expect([...stand.stored.keys()]).toEqual([id]);
    expect(await meaning.nearest("zither")).toEqual([id]);
    await meaning.remove([id]);
    expect(stand.stored.size).toBe(0);
  });

  it("need the bindings: without them no job is listed", async () => {
    delete deps.meaning;
    await publish();
    await beginMeaningSweep(deps);
    expect(await deps.db.select().from(jobs)).toEqual([]);
    expect(await sweep()).toBeNull();
  });
});
