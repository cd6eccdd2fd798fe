import { afterEach, describe, expect, it, vi } from "vitest";
import { AssistantFailed } from "../../app/lib/deps";
import { askAssistant } from "../../app/modules/intake/ingestion/ask-assistant.server";
import { createGemini } from "../../worker/adapters/gemini";
import { readConfiguration } from "../../worker/configuration";
import { answerWith, askedAt, EXTERNAL } from "../helpers/external-services";
import { failureOf } from "../helpers/people";
import { createTestDeps } from "../helpers/test-deps";

const KEY = "AIza-a-key-that-nobody-may-see";
const ADMIN = {
  id: "019b0000-0000-7000-b000-000000000001",
  role: "admin",
  isVerified: true,
  sessionId: "none",
} as const;

/** Each test has its own model and so its own URL. */
const pathOf = (model: string) => `/v1beta/models/${model}:streamGenerateContent`;
const gemini = (model: string, timeout = 5_000) =>
  createGemini({ key: KEY, model, url: EXTERNAL.http, timeout });

const piece = (text: string, finishReason?: string) => ({
  candidates: [
    { content: { role: "model", parts: [{ text }] }, ...(finishReason && { finishReason }) },
  ],
});
const events = (...pieces: unknown[]) =>
  pieces.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join("");
const answer = (model: string, body: string, more: object = {}) =>
  answerWith(pathOf(model), { body, headers: { "Content-Type": "text/event-stream" }, ...more });

async function hear(model: string, timeout?: number) {
  const deps = { ...createTestDeps(), assistant: gemini(model, timeout) };
  const heard: string[] = [];
  const failure = await (async () => {
    for await (const text of askAssistant(deps, ADMIN, "What is on in Tehran?")) heard.push(text);
    return null;
  })().catch((error: unknown) => error);
  return { heard, failure };
}

afterEach(() => vi.restoreAllMocks());

describe("a query to Gemini", () => {
  it("streams the answer, however it is split, with the key in the header only", async () => {
    await answer(
      "whole",
      events(piece('[{"title": '), piece('"شبی با سه‌تار"'), piece("}]", "STOP")),
    );
    expect(await hear("whole")).toEqual({
      heard: ['[{"title": ', '"شبی با سه‌تار"', "}]"],
      failure: null,
    });
    const [asked] = await askedAt(pathOf("whole"));
    expect(asked?.headers["x-goog-api-key"]).toBe(KEY);
    expect(asked?.url).toBe(`${pathOf("whole")}?alt=sse`);
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({
      contents: [{ role: "user", parts: [{ text: "What is on in Tehran?" }] }],
    });
  });

  it("sends a picture before the text", async () => {
    await answer("seeing", events(piece("A poster", "STOP")));
    const heard: string[] = [];
    const picture = { type: "image/png", bytes: Uint8Array.of(1, 2, 3) };
    for await (const text of gemini("seeing").ask("What does it say?", picture)) heard.push(text);
    expect(heard).toEqual(["A poster"]);
    const [asked] = await askedAt(pathOf("seeing"));
    expect(JSON.parse(asked?.body ?? "").contents[0].parts).toEqual([
      { inline_data: { mime_type: "image/png", data: "AQID" } },
      { text: "What does it say?" },
    ]);
  });

  it("handles characters split between chunks, and slow chunks", async () => {
    await answer("slow", events(piece("سه‌تار"), piece(" و کمانچه", "STOP")), {
      slowly: { bytes: 7, every: 5 },
    });
    expect((await hear("slow")).heard.join("")).toBe("سه‌تار و کمانچه");
  });

  it.each([
    ["busy", 429, "busy"],
    ["forbidden", 403, "refused"],
    ["unknown", 404, "refused"],
    ["away", 503, "unavailable"],
  ])("reports that it is %s", async (model, status, reason) => {
    await answer(model, JSON.stringify({ error: { message: `The key ${KEY} is no good.` } }), {
      status,
    });
    const { heard, failure } = await hear(model);
    expect([heard, failure]).toEqual([
      [],
      expect.objectContaining({ name: "AssistantFailed", reason, status }),
    ]);
  });

  it.each([
    ["blocked-prompt", events({ promptFeedback: { blockReason: "SAFETY" } }), "blocked", ""],
    ["blocked-answer", events(piece("[{"), piece("", "SAFETY")), "blocked", "[{"],
    ["cut", events(piece("[{"), piece('"title"', "MAX_TOKENS")), "cut", '[{"title"'],
    ["unfinished", events(piece("[{"), piece('"title"')), "broken", '[{"title"'],
    ["no-json", "data: <html>\n\n", "broken", ""],
    ["another-shape", events({ candidates: "none" }), "broken", ""],
    ["empty", "", "broken", ""],
  ])("does not accept a partial answer as complete: %s", async (model, body, reason, heard) => {
    await answer(model, body);
    const result = await hear(model);
    expect([result.heard.join(""), result.failure]).toEqual([
      heard,
      expect.objectContaining({ reason }),
    ]);
  });

  it("aborts on a broken connection or a timeout", async () => {
    await answer("breaking", events(piece("[{"), piece("}]", "STOP")), { breaksAfter: 90 });
    expect((await hear("breaking")).failure).toMatchObject({
      name: "AssistantFailed",
      reason: expect.stringMatching(/unavailable|broken/),
    });
    await answer("endless", events(piece("[{"), piece("}]", "STOP")), {
      slowly: { bytes: 20, every: 2_000 },
    });
    expect((await hear("endless", 300)).failure).toMatchObject({ reason: "timeout" });
  });

  it("never logs the key", async () => {
    const written: string[] = [];
    for (const level of ["info", "warn", "error", "log"] as const)
      vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
    await answer("leaky", JSON.stringify({ error: { message: KEY } }), { status: 403 });
    const { failure } = await hear("leaky");
    expect(written.join("\n")).toContain("assistant.failed");
    expect(
      `${written.join("\n")} ${failure instanceof AssistantFailed ? failure.message + failure.stack : "?"}`,
    ).not.toContain(KEY);
  });

  it("is for admins only, and does not exist without a key", async () => {
    const deps = createTestDeps();
    const first = (actor: Parameters<typeof askAssistant>[1], prompt = "x") =>
      askAssistant(deps, actor, prompt).next();
    expect((await failureOf(first(null))).code).toBe("unauthorized");
    expect((await failureOf(first({ ...ADMIN, role: "moderator" }))).code).toBe("forbidden");
    expect((await failureOf(first(ADMIN))).code).toBe("not-found");
  });
});

describe("the configuration of Gemini", () => {
  const clock = { now: () => 0 };
  const read = (changes: Partial<Env>) =>
    readConfiguration(
      {
        ENVIRONMENT: "production",
        PUBLIC_URL: "https://rooydad.example",
        APP_SECRET: "a secret of thirty-two characters",
        ALLOW_OUTBOX_MAIL: "yes",
        ...changes,
      } as Env,
      clock,
    );

  it("has a model only with a key, the specification's unless another is named", () => {
    expect(read({}).configuration?.assistant).toBeNull();
    expect(read({ GEMINI_API_KEY: KEY }).configuration?.assistant?.model).toBe(
      "gemini-2.0-flash-exp",
    );
    expect(
      read({ GEMINI_API_KEY: KEY, GEMINI_MODEL: "gemini-2.5-pro" }).configuration?.assistant?.model,
    ).toBe("gemini-2.5-pro");
  });

  it("reports errors, but never the key", () => {
    const { problems } = read({
      GEMINI_API_KEY: `${KEY} x`,
      GEMINI_MODEL: "../x",
      GEMINI_URL: "https://elsewhere.example",
    });
    expect(problems).toHaveLength(3);
    expect(problems.join(" ")).not.toContain(KEY);
    expect(
      read({ ENVIRONMENT: "local", GEMINI_API_KEY: KEY, GEMINI_URL: EXTERNAL.http }).problems,
    ).toEqual([]);
  });
});
