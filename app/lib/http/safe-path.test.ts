import { expect, it } from "vitest";
import { safePath } from "./web-url";

it.each(["/events?city=tehran", "/", "/a/b"])("safePath keeps our own path %s", (path) => {
  expect(safePath(path)).toBe(path);
});

it.each([
  "https://elsewhere.example/",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "\\elsewhere.example",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/.//elsewhere.example",
  "/a/..//elsewhere.example",
  "/%2e//elsewhere.example",
  " //elsewhere.example",
  "javascript:alert(1)",
  "",
  null,
  5,
])("safePath turns %j into the home page", (path) => {
  expect(safePath(path)).toBe("/");
});

it("safePath keeps encoded characters encoded, so that the path stays ours", () => {
  expect(safePath("/%2f%2felsewhere.example")).toBe("/%2f%2felsewhere.example");
  expect(safePath("/%5c%5celsewhere.example")).toBe("/%5c%5celsewhere.example");
});
