import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  deriveKeyHere,
  hashPassword,
  PASSWORD_COST,
  passwordIssue,
  verifyPassword,
} from "../../app/modules/identity/password.server";
import { DEFAULT_SETTINGS } from "../../app/modules/settings/schema";
import { createDeps } from "../../worker/deps";
import { createDeriveKey } from "../../worker/password-keys";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const POLICY = DEFAULT_SETTINGS.security;

let deps: TestDeps;
beforeEach(() => {
  deps = { ...createTestDeps(), passwordCost: PASSWORD_COST };
});

describe("a stored password [S-11]", () => {
  test("is scrypt at the defined cost with its own salt", async () => {
    const [one = "", two = ""] = [
      await hashPassword(deps, "correct horse"),
      await hashPassword(deps, "correct horse"),
    ];
    expect(one).not.toBe(two);
    const [scheme, n, r, p, salt = "", key = ""] = one.split("$");
    expect([scheme, n, r, p]).toEqual(["scrypt", "15", "8", "3"]);
    expect(Buffer.from(salt, "base64")).toHaveLength(16);
    const expected = scryptSync("correct horse", Buffer.from(salt, "base64"), 32, {
      N: 2 ** 15,
      r: 8,
      p: 3,
      maxmem: 2 ** 26,
    });
    expect(key).toBe(expected.toString("base64"));
  });

  test("matches the right password only", async () => {
    const stored = await hashPassword(deps, "correct horse");
    expect(await verifyPassword(deps, "correct horse", stored)).toEqual({
      isRight: true,
      isOutdated: false,
    });
    expect(await verifyPassword(deps, "correct horsE", stored)).toEqual({
      isRight: false,
      isOutdated: false,
    });
    expect(await verifyPassword(deps, "", null)).toEqual({ isRight: false, isOutdated: false });
  });

  test("of an older cost is reported as outdated with the right password only", async () => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync("correct horse", salt, 32, { N: 2 ** 14, r: 8, p: 1 }).toString(
      "base64",
    );
    const stored = `scrypt$14$8$1$${salt.toString("base64")}$${key}`;
    expect(await verifyPassword(deps, "correct horse", stored)).toEqual({
      isRight: true,
      isOutdated: true,
    });
    expect(await verifyPassword(deps, "wrong horse", stored)).toEqual({
      isRight: false,
      isOutdated: false,
    });
  });

  test("matches other Unicode spellings (NFKC) [S-10]", async () => {
    const stored = await hashPassword(deps, "caf\u00e9 ﬁre ｆｕｌｌ");
    expect((await verifyPassword(deps, "cafe\u0301 fire full", stored)).isRight).toBe(true);
  });
});

describe("keys of passwords", () => {
  const COST = { n: 4, r: 8, p: 1 };
  const salt = new Uint8Array(16).fill(3);

  test("are derived in Durable Objects, 16 in all, as they would be here", async () => {
    const names = new Set<string>();
    const PASSWORD_KEYS = {
      getByName(name: string) {
        names.add(name);
        return env.PASSWORD_KEYS.getByName(name);
      },
    } as typeof env.PASSWORD_KEYS;
    const expected = Buffer.from(await deriveKeyHere("correct horse", salt, COST));
    for (let byte = 0; byte < 32; byte++) {
      const deriveKey = createDeriveKey({ PASSWORD_KEYS }, { bytes: () => Uint8Array.of(byte) });
      expect(Buffer.from(await deriveKey("correct horse", salt, COST))).toEqual(expected);
    }
    expect([...names].sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 16 }, (_, at) => String(at)),
    );
  });

  test("are derived here when the objects are away, so that no one is locked out", async () => {
    const PASSWORD_KEYS = {
      getByName: () => ({ derive: () => Promise.reject(new Error("gone")) }),
    } as unknown as typeof env.PASSWORD_KEYS;
    const deriveKey = createDeriveKey({ PASSWORD_KEYS }, { bytes: () => Uint8Array.of(0) });
    expect(await deriveKey("correct horse", salt, COST)).toEqual(
      await deriveKeyHere("correct horse", salt, COST),
    );
  });

  test("come from objects wherever the product runs", async () => {
    const getByName = vi.fn(() => ({ derive: async () => new Uint8Array(32).fill(9) }));
    const product = createDeps(
      { ...env, PASSWORD_KEYS: { getByName } } as unknown as Env,
      () => {},
    );
    expect(await product.deriveKey("correct horse", salt, COST)).toEqual(
      new Uint8Array(32).fill(9),
    );
    expect(getByName).toHaveBeenCalledOnce();
  });
});

describe("the password policy [S-7]", () => {
  test.each([
    ["nine characters", "x7Kq0pLm2", "tooShort"],
    ["ten characters", "x7Kq0pLm2w", null],
    ["ten emoji, which count as ten [S-9]", "🌙".repeat(10), null],
    ["nine emoji", "🌙".repeat(9), "tooShort"],
    ["spaces and Persian letters", "یک شب آرام و بلند", null],
    ["128 characters", "ab".repeat(64), null],
    ["129 characters", `${"ab".repeat(64)}c`, "tooLong"],
    ["128 emoji", "🌙".repeat(128), null],
    ["129 emoji", "🌙".repeat(129), "tooLong"],
    ["a common password [S-8]", "1234567890", "breached"],
    ["a common password in capitals", "QWERTYUIOP", "breached"],
    ["a common password in full-width letters", "ｑｗｅｒｔｙｕｉｏｐ", "breached"],
  ])("judges %s correctly", async (_what, password, issue) => {
    expect(await passwordIssue(deps, password, POLICY)).toBe(issue);
  });

  test("uses another minimum length of the settings", async () => {
    expect(await passwordIssue(deps, "x7Kq0pLm2w", { ...POLICY, passwordMinLength: 12 })).toBe(
      "tooShort",
    );
    expect(await passwordIssue(deps, "x7Kq0pLm", { ...POLICY, passwordMinLength: 8 })).toBeNull();
  });

  test("can require capitals in scripts that have them", async () => {
    const strict = { ...POLICY, requireUppercase: true };
    expect(await passwordIssue(deps, "a quiet evening", strict)).toBe("needsUppercase");
    expect(await passwordIssue(deps, "No events found", strict)).toBeNull();
    expect(await passwordIssue(deps, "یک شب آرام و بلند", strict)).toBeNull();
  });

  test("rejects a million characters without hashing or scanning them", async () => {
    const password = "x".repeat(1_000_000);
    const started = Date.now();
    for (let turn = 0; turn < 100; turn++)
      expect(await passwordIssue(deps, password, POLICY)).toBe("tooLong");
    expect(Date.now() - started).toBeLessThan(500);
  });
});
