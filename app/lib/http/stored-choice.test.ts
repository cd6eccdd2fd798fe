import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetChoice, storeChoice, storedChoice } from "./stored-choice";

describe("a choice kept in the browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("lasts until it is deleted", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    storeChoice("rooydad.theme", "dark");
    expect(storedChoice("rooydad.theme")).toBe("dark");
    forgetChoice("rooydad.theme");
    expect(storedChoice("rooydad.theme")).toBeNull();
  });

  it("is empty without an error if storage is forbidden", () => {
    const forbidden = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    vi.stubGlobal("localStorage", {
      getItem: forbidden,
      setItem: forbidden,
      removeItem: forbidden,
    });
    storeChoice("rooydad.mascot", "dismissed");
    forgetChoice("rooydad.mascot");
    expect(storedChoice("rooydad.mascot")).toBeNull();
  });
});
