import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api-error";
import { syncLanguage } from "./sync-language";

const logged = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => logged.mockClear());

const run = async (answer: () => Promise<unknown>) => {
  const call = vi.fn(answer);
  const logOut = vi.fn();
  await syncLanguage({ call: call as never }, "fa", logOut);
  return { call, logOut };
};

describe("the language of this browser", () => {
  test("is stored with the account", async () => {
    const { call, logOut } = await run(async () => ({}));
    expect(call).toHaveBeenCalledWith("PUT", "/users/profile", { preferredLanguage: "fa" });
    expect(logOut).not.toHaveBeenCalled();
  });

  test("logs out after a 401", async () => {
    const { logOut } = await run(() => Promise.reject(new ApiError("expired", 401)));
    expect(logOut).toHaveBeenCalledOnce();
    expect(logged).not.toHaveBeenCalled();
  });

  test.each([
    new ApiError("broken", 500),
    new ApiError("gone", 0, "network"),
    new TypeError("odd"),
  ])("only logs %s", async (error) => {
    const { logOut } = await run(() => Promise.reject(error));
    expect(logOut).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledWith(`language sync: ${error.message}`);
  });
});
