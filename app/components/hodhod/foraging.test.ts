import { describe, expect, it } from "vitest";
import { EMPTY_FORAGING, type Foraging, type ForagingEvent, forage, MAX_FINDS } from "./foraging";

const find = { glyph: "chestnut", at: 100, lift: 8 };
const played = (...events: ForagingEvent[]): Foraging => events.reduce(forage, EMPTY_FORAGING);
const appear = (now: number): ForagingEvent => ({ type: "appear", find, now });
/** Lets a find appear and collects it at once. */
const collectAt = (state: Foraging, now: number): Foraging => {
  const grown = forage(state, appear(now));
  return forage(grown, { type: "collect", id: grown.finds.at(-1)?.id ?? -1, now });
};

describe("foraging", () => {
  it("adds items up to a limit, each with a unique id", () => {
    const state = played(...Array.from({ length: 9 }, (_, second) => appear(second * 10)));
    expect(state.finds).toHaveLength(MAX_FINDS);
    expect(new Set(state.finds.map(({ id }) => id)).size).toBe(MAX_FINDS);
  });

  it("removes items after five seconds", () => {
    const state = played(appear(0), appear(1_000));
    expect(forage(state, { type: "pass", now: 4_999 })).toBe(state);
    expect(forage(state, { type: "pass", now: 5_000 }).finds.map(({ since }) => since)).toEqual([
      1_000,
    ]);
  });

  it("extends a streak while each catch comes within three seconds of the last", () => {
    let state = collectAt(EMPTY_FORAGING, 10_000);
    expect([state.score, state.combo]).toEqual([1, 1]);
    state = collectAt(state, 13_000);
    expect([state.score, state.combo]).toEqual([2, 2]);
    state = collectAt(state, 16_000);
    expect([state.score, state.combo]).toEqual([3, 3]);
    state = collectAt(state, 19_001);
    expect([state.score, state.combo]).toEqual([4, 1]);
  });

  it("ends the streak after three seconds and keeps the score", () => {
    const state = collectAt(EMPTY_FORAGING, 1_000);
    expect(forage(state, { type: "pass", now: 4_000 }).combo).toBe(1);
    expect(forage(state, { type: "pass", now: 4_001 })).toMatchObject({ combo: 0, score: 1 });
  });

  it("counts no item twice", () => {
    const state = played(appear(0));
    const id = state.finds[0]?.id ?? -1;
    const once = forage(state, { type: "collect", id, now: 10 });
    expect(forage(once, { type: "collect", id, now: 20 })).toBe(once);
  });

  it("removes covered items without counting them", () => {
    const state = played(appear(0), appear(10));
    const [first] = state.finds;
    expect(forage(state, { type: "remove", ids: [first?.id ?? -1] })).toMatchObject({
      score: 0,
      finds: [state.finds[1]],
    });
    expect(forage(state, { type: "remove", ids: [] })).toBe(state);
  });
});
