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
      /; Path=\/; Max-Age=60; SameSite=Lax; Secure$/,
    );
    const taken = consumeFlash(ask(`rooydad.theme=dark; ${cookieOf(response)}`), "fa");
    expect(taken?.toast).toMatchObject({ kind: "success" });
    expect(taken?.toast.text).toMatch(/[آ-ی]/);
    expect(taken?.headers?.["Set-Cookie"]).toContain("Max-Age=0");
  });

  it("stays for the load after one of a script that was given up, under the same id", () => {
    const response = redirectWithToast(ask(null), "/next", {
      kind: "success",
      text: "common:toast.dismiss",
    });
    const load = ask(cookieOf(response));
    load.headers.set("Sec-Fetch-Dest", "empty");
    const [first, second] = [consumeFlash(load, "en"), consumeFlash(load, "en")];
    expect(first?.headers).toBeUndefined();
    expect(second?.toast).toEqual(first?.toast);
  });

  it("fills values in", () => {
    const response = redirectWithToast(ask(null), "/", {
      kind: "info",
      text: "common:hodhod.combo",
      values: { count: 3 },
    });
    expect(consumeFlash(ask(cookieOf(response)), "en")?.toast.text).toContain("3");
  });

  it.each([
    null,
    "rooydad.flash=%7B",
    `rooydad.flash=${encodeURIComponent('{"kind":"success","text":"Call 0900 now"}')}`,
    `rooydad.flash=${encodeURIComponent('{"kind":"loud","text":"common:toast.dismiss"}')}`,
    `rooydad.flash=${encodeURIComponent("null")}`,
  ])("is absent for the cookie %s", (cookie) => {
    expect(consumeFlash(ask(cookie), "en")).toBeNull();
  });
});
