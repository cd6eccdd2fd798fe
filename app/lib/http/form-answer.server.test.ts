import { globSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { AppError, errorAt, staleError, unverified } from "../errors";
import { expecting, formAnswer } from "./form-answer.server";

type Options = Parameters<typeof formAnswer>[1];

async function reject(error: unknown, options: Options = {}) {
  const answer = await formAnswer({ locale: "en", requestId: "r1" }, options, () =>
    Promise.reject(error),
  );
  if (answer instanceof Response) throw new Error("an invalid answer");
  const { status, headers } = answer.init ?? {};
  return { status, headers, ...answer.data };
}

describe("formAnswer", () => {
  it("returns the command's response", async () => {
    const response = new Response();
    expect(await formAnswer({ locale: "en" }, {}, async () => response)).toBe(response);
  });

  it("answers an invalid form with a message, the first issue of each field and the values", async () => {
    const issues = [
      { path: "email", message: "errors:issue.email" },
      { path: "email", message: "errors:issue.value" },
    ];
    expect(
      await reject(new AppError("invalid", issues), { form: "email", values: { email: "a" } }),
    ).toMatchObject({
      status: 400,
      form: "email",
      message: "Check the fields marked below.",
      issues: { email: expect.stringMatching(/email/i) },
      values: { email: "a" },
    });
    expect(
      (await reject(new AppError("invalid", issues), { check: "auth:failure.check" })).message,
    ).toBe("Almost there. Check these:");
  });

  it("uses an issue without a field as the message", async () => {
    const { message, issues } = await reject(
      new AppError("conflict", [{ path: "", message: "errors:issue.staleCity" }]),
    );
    expect(message).not.toMatch(/errors:|no longer possible/);
    expect(issues).toEqual({});
  });

  it.each([
    ["conflict", 409],
    ["too-large", 413],
    ["unsupported-type", 415],
    ["too-many-requests", 429],
  ] as const)("answers %s with %i", async (code, status) => {
    expect((await reject(new AppError(code))).status).toBe(status);
  });

  it("has its own message for a stale version", async () => {
    const options: Options = { check: "settings:check", stale: "settings:stale.unknown" };
    const messages = [
      await reject(staleError(), options),
      await reject(new AppError("conflict"), options),
    ].map(({ message }) => message);
    expect(new Set(messages).size).toBe(2);
  });

  it("says when to try again", async () => {
    expect(await reject(new AppError("too-many-requests", [], 125))).toMatchObject({
      headers: { "Retry-After": "125" },
      isLimited: true,
      message: "Too many attempts. Try again in 3 minutes.",
    });
    // A limit of the day.
    expect(await reject(new AppError("too-many-requests", [], 50_000))).toMatchObject({
      message: "Too many attempts. Try again in 14 hours.",
    });
  });

  it("keeps the wait of an error whose issues move to other fields", () => {
    const moved = errorAt(
      new AppError("too-many-requests", [{ path: "a", message: "errors:issue.value" }], 9),
      (path) => `${path}.b`,
    );
    expect([moved.retryAfter, moved.issues[0]?.path]).toEqual([9, "a.b"]);
    // No other code makes an error from another's code.
    const remade = globSync("{app,worker}/**/*.ts").filter(
      (file) =>
        file !== "app/lib/errors.ts" &&
        /new AppError\(\s*(?:error\.)?code,\s*(?:error\.)?issues/.test(readFileSync(file, "utf8")),
    );
    expect(remade).toEqual([]);
  });

  it("answers a forbidden form with the missing confirmation, issues or message", async () => {
    expect((await reject(unverified())).status).toBe(403);
    expect(
      (await reject(new AppError("forbidden", [{ path: "role", message: "errors:issue.role" }])))
        .issues,
    ).toHaveProperty("role");
    expect(
      (await reject(new AppError("forbidden"), { sentences: { forbidden: "auth:signUp.closed" } }))
        .status,
    ).toBe(403);
    await expect(reject(new AppError("forbidden"))).rejects.toThrow("forbidden");
  });

  it("logs and answers an unexpected error if there is a message for it", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const away = Object.assign(new Error("away"), { name: "DatabaseAway" });
    expect(
      (await reject(new Error("a bug"), { failed: "collections:failure.create" })).status,
    ).toBe(500);
    expect((await reject(away, { failed: "collections:failure.create" })).status).toBe(503);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
    await expect(reject(new Error("a bug"))).rejects.toThrow("a bug");
  });

  it("lets a redirect pass", async () => {
    const redirect = new Response(null, { status: 303 });
    await expect(reject(redirect, { failed: "collections:failure.create" })).rejects.toBe(redirect);
  });

  it("includes what the form adds", async () => {
    const amend: Options["amend"] = async (failure, code) => ({ ...failure, message: `${code}` });
    expect((await reject(new AppError("conflict"), { amend })).message).toBe("conflict");
  });
});

describe("expecting", () => {
  const told = (answers: Parameters<typeof expecting<string, never>>[0], error: unknown) =>
    expecting<string, never>(answers, () => Promise.reject(error));

  it("returns what the command returns", async () => {
    expect(await expecting({ any: () => "other" }, () => "done")).toBe("done");
  });

  it("answers an error by its code, or as any other", async () => {
    const answers = { conflict: () => "late", any: ({ code }: AppError) => code };
    expect(await told(answers, new AppError("conflict"))).toBe("late");
    expect(await told(answers, new AppError("not-found"))).toBe("not-found");
  });

  it("throws errors without an answer, bugs and redirects", async () => {
    const redirect = new Response(null, { status: 303 });
    const answers = { conflict: () => "late", unexpected: () => "failed" };
    await expect(told(answers, new AppError("invalid"))).rejects.toThrow("invalid");
    await expect(told({ any: () => "other" }, new Error("a bug"))).rejects.toThrow("a bug");
    await expect(told(answers, redirect)).rejects.toBe(redirect);
    expect(await told(answers, new Error("a bug"))).toBe("failed");
  });
});
