import { describe, expect, it } from "vitest";
import { consumeFlash, redirectWithToast } from "./flash.server";

const ask = (cookie: string | null) =>
  new Request("https://rooydad.test/", { headers: cookie ? { Cookie: cookie } : {} });
const cookieOf = (response: Response) =>
  (response.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";

describe("a flash toast", () => {
  it("is shown by the page after the redirect, in the reader's language, once", () => {
    const response = redirectWithToast(ask(null), "/next", {
      kind: "success",
      text: "common:toast.dismiss",
    });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/next"]);
    expect(response.headers.get("Set-Cookie")).toMatch(
      /; Path=\/; Max-Age=60; SameSite=Lax; HttpOnly; Secure$/,
    );
    const taken = consumeFlash(ask(`rooydad.theme=dark; ${cookieOf(response)}`), "fa", "7");
    expect(taken?.toast).toMatchObject({ id: "7", kind: "success" });
    expect(taken?.toast.text).toMatch(/[آ-ی]/);
    expect(taken?.headers["Set-Cookie"]).toContain("Max-Age=0");
  });

  it("fills values in", () => {
    const response = redirectWithToast(ask(null), "/", {
      kind: "info",
      text: "common:hodhod.combo",
      values: { count: 3 },
    });
    expect(consumeFlash(ask(cookieOf(response)), "en", "1")?.toast.text).toContain("3");
  });

  it.each([
    null,
    "rooydad.flash=%7B",
    `rooydad.flash=${encodeURIComponent('{"kind":"success","text":"Call 0900 now"}')}`,
    `rooydad.flash=${encodeURIComponent('{"kind":"loud","text":"common:toast.dismiss"}')}`,
    `rooydad.flash=${encodeURIComponent("null")}`,
  ])("is absent for the cookie %s", (cookie) => {
    expect(consumeFlash(ask(cookie), "en", "1")).toBeNull();
  });
});
