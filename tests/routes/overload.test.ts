import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { app } from "../../worker/app";
import { createGate } from "../../worker/middleware/shed";
import { watchDatabase } from "../helpers/watched-database";

describe("a gate", () => {
  function setUp() {
    let at = 0;
    const turns: (() => void)[] = [];
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        turns.push(() => {
          at += ms;
          resolve();
        });
      });
    const gate = createGate(
      { most: 2, waiting: 2, patience: 100, lifetime: 1_000 },
      () => at,
      pause,
    );
    const turn = async () => {
      for (const next of turns.splice(0)) next();
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    };
    const pass = (ms: number) => {
      at += ms;
    };
    return { gate, turn, pass };
  }

  it("admits a few, queues a few, and rejects the rest", async () => {
    const { gate, turn } = setUp();
    const leave = await gate.enter();
    expect(await gate.enter()).not.toBeNull();
    const waits = [gate.enter(), gate.enter()];
    expect(await gate.enter()).toBeNull();
    leave?.();
    await turn();
    expect(await waits[0]).not.toBeNull();
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(await waits[1]).toBeNull();
  });

  it("has a longer queue for what someone filled in", async () => {
    const { gate, turn } = setUp();
    const leave = await gate.enter();
    await gate.enter();
    const pages = [gate.enter(), gate.enter()];
    const form = gate.enter({ waiting: 3, patience: 1_000 });
    expect(await gate.enter()).toBeNull();
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(await Promise.all(pages)).toEqual([null, null]);
    leave?.();
    await turn();
    expect(await form).not.toBeNull();
  });

  it("frees the place of a request that never ends", async () => {
    const { gate, pass } = setUp();
    await gate.enter();
    await gate.enter();
    expect(gate.tryEnter()).toBeNull();
    pass(1_000);
    expect(gate.tryEnter()).not.toBeNull();
  });
});

describe("under overload", () => {
  const watched = watchDatabase(env.DB);
  const contexts: ExecutionContext[] = [];
  const ask = (path: string, headers: Record<string, string> = {}) => {
    const context = createExecutionContext();
    contexts.push(context);
    return app.fetch(
      new Request(`http://busy.test${path}`, { headers }),
      { ...env, DB: watched.database },
      context,
    );
  };

  beforeEach(async () => {
    expect((await ask("/events")).headers.get("X-Page-Cache")).toBe("miss");
  });

  it("pages are turned away with 503 and Retry-After, while cached pages and health go on answering", async () => {
    let release = () => {};
    watched.held = new Promise((resolve) => {
      release = resolve;
    });
    // 24 active and 48 queued requests, none answered by the database.
    const crowd = Array.from({ length: 120 }, (_, one) =>
      ask(`/events?q=crowd${one}`, { Accept: "text/html" }),
    );
    const first = await Promise.any(
      crowd.map(async (answer) => {
        const response = await answer;
        if (response.status !== 503) throw new Error("It was served.");
        return response;
      }),
    );
    expect(first.headers.get("Retry-After")).toBe("2");
    expect(await first.text()).toContain("We’ll be back in a moment");
    expect((await ask("/events")).headers.get("X-Page-Cache")).toBe("hit");
    release();
    watched.held = null;
    expect((await ask("/healthz")).status).toBe(200);
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(48);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(24);
    expect((await ask("/events?q=after")).status).toBe(200);
    for (const context of contexts) await waitOnExecutionContext(context);
  }, 60_000);
});
