import { describe, expect, test } from "vitest";
import { paths } from "../paths";
import { pageTrail } from "./page-trail";

const paramsOf = (path: string) => new URL(path, "https://rooydad.test").searchParams;

describe("the way back through a list", () => {
  test("leads back through three pages, each step to where it came from", () => {
    const first = pageTrail(new URLSearchParams());
    expect(first.previous).toBeNull();
    const second = pageTrail(paramsOf(paths.adminEvents(first.nextTo("b"))));
    const third = pageTrail(paramsOf(paths.adminEvents(second.nextTo("c"))));
    expect(third.here).toEqual({ after: "c", back: ["", "b"] });
    expect(third.previous).toEqual({ after: "b", back: [""] });
    expect(second.previous).toEqual({ after: null, back: [] });
  });

  test("leads to the first page without a memory, and cuts a long path", () => {
    expect(pageTrail(new URLSearchParams("after=x")).previous).toEqual({ after: null, back: [] });
    const long = new URLSearchParams([
      ["after", "z"],
      ...Array.from({ length: 60 }, (_, at) => ["back", `p${at}`]),
    ]);
    expect(pageTrail(long).nextTo("n").back).toHaveLength(20);
  });
});
