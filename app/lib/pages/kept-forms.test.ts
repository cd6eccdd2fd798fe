import { afterEach, expect, it, vi } from "vitest";
import { keepForm, noteSent, refillForms } from "./kept-forms";

const KEY = "rooydad.kept-forms";

/** A browser's tab at an address, with nothing on its page. */
function tabAt(address: string) {
  const { pathname, search } = new URL(address, "https://rooydad.test");
  vi.stubGlobal("location", { pathname, search, href: `https://rooydad.test${address}` });
}
function newTab(address: string) {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("document", { querySelectorAll: () => [] });
  tabAt(address);
  return () => (JSON.parse(stored.get(KEY) ?? "[]") as { form: string }[]).map(({ form }) => form);
}
const form = { dataset: { keeps: "city" }, elements: [], action: "https://rooydad.test/x" };
const asForm = form as unknown as HTMLFormElement;

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["another query of the same page", "/admin/cities?city=shiraz", []],
  ["another page", "/admin", []],
  ["the same page, which refuses it", "/admin/cities?new=1", ["city"]],
  ["a log-in", "/login?returnTo=/admin/cities", ["city"]],
  ["a step of it", "/admin/cities/review", ["city"]],
])("keeps a sent form by what answers: %s", (_, answer, kept) => {
  const found = newTab("/admin/cities?new=1");
  noteSent(asForm);
  tabAt(answer);
  refillForms();
  expect(found()).toEqual(kept);
});

it("keeps what is typed and not sent, wherever the reader goes", () => {
  const found = newTab("/admin/cities?new=1");
  keepForm(asForm);
  tabAt("/admin");
  refillForms();
  expect(found()).toEqual(["city"]);
});
