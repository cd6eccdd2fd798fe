import { describe, expect, it } from "vitest";
import { rankBySimilarity } from "../../app/modules/search/search-events.server";
import {
  createSimilarity,
  type Embedder,
  type VectorStore,
} from "../../worker/adapters/similarity";

/** Made-up vectors in three dimensions: music, food, sport. */
const VECTORS: Record<string, number[]> = {
  "something with strings": [0.9, 0.1, 0.05],
  "setar recital": [0.95, 0.05, 0.02],
  "kebab evening": [0.1, 0.97, 0.1],
  "10k run": [0.03, 0.1, 0.98],
};
const EVENTS = [
  { id: "food", text: "kebab evening" },
  { id: "sport", text: "10k run" },
  { id: "music", text: "setar recital" },
];

function standIns() {
  const asked: string[][] = [];
  const stored = new Map<string, number[]>();
  const ai: Embedder = {
    run: async (_model, { text }) => {
      asked.push(text);
      return { data: text.map((one) => VECTORS[one] ?? []) };
    },
  };
  const vectors: VectorStore = {
    getByIds: async (ids) =>
      ids.flatMap((id) => (stored.has(id) ? [{ id, values: stored.get(id) ?? [] }] : [])),
    upsert: async (added) => {
      for (const { id, values } of added) stored.set(id, values);
    },
  };
  const work: Promise<unknown>[] = [];
  return {
    ai,
    vectors,
    asked,
    stored,
    work,
    later: (promise: Promise<unknown>) => void work.push(promise),
  };
}

const order = (similarity: ReturnType<typeof createSimilarity>, events = EVENTS) =>
  rankBySimilarity(similarity, "something with strings", events);

describe("the last part of a search, by meaning", () => {
  it("has the most similar events first; their vectors are made once, and again after an edit", async () => {
    const { ai, vectors, asked, work, later } = standIns();
    const similarity = createSimilarity(ai, vectors, later);
    expect(await order(similarity)).toEqual(["music", "food", "sport"]);
    await Promise.all(work);
    expect(await order(similarity)).toEqual(["music", "food", "sport"]);
    const edited = EVENTS.map((event) =>
      event.id === "food" ? { ...event, text: "setar recital" } : event,
    );
    expect((await order(similarity, edited))[2]).toBe("sport");
    expect(asked.map(({ length }) => length)).toEqual([4, 1, 2]);
  });

  it("keeps its order if a binding fails or answers too late, and the place of events without a vector", async () => {
    const { ai, vectors, later } = standIns();
    const typed = EVENTS.map(({ id }) => id);
    const fails = { run: () => Promise.reject(new Error("no model")) };
    expect(await order(createSimilarity(fails, vectors, later))).toEqual(typed);
    expect(
      await order(
        createSimilarity(
          ai,
          { ...vectors, getByIds: () => Promise.reject(new Error("no index")) },
          later,
        ),
      ),
    ).toEqual(typed);
    expect(
      await order(createSimilarity({ run: () => new Promise(() => {}) }, vectors, later, 1)),
    ).toEqual(typed);
    expect(
      await order(
        async () =>
          new Map([
            ["music", 1],
            ["food", 0],
          ]),
      ),
    ).toEqual(["music", "sport", "food"]);
  });

  it("looks at the first twenty events alone", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: String(index), text: "" }));
    const seen: number[] = [];
    const found = await order(async (_query, events) => {
      seen.push(events.length);
      return new Map(events.map(({ id }) => [id, Number(id)]));
    }, many);
    expect([seen, found[0], found[20]]).toEqual([[20], "19", "20"]);
  });
});
