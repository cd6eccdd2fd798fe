import { expect, it } from "vitest";
import { safePath } from "./safe-path";

it.each(["/events?city=tehran", "/", "/a/b"])("keeps our own path %s", (path) => {
  expect(safePath(path)).toBe(path);
});

it.each(["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "", null, 5])(
  "turns %s into the home page",
  (path) => {
    expect(safePath(path)).toBe("/");
  },
);
