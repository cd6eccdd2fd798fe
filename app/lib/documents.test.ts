import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

describe("the documents", () => {
  it.each(["docs/security.md", "docs/scale.md", "docs/decisions/README.md", "README.md"])("%s names files that are there", (name) => {
    const text = readFileSync(new URL(name, ROOT), "utf8");
    const places = [...text.matchAll(/`((?:app|worker|party|db|tests|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = ""]) => new URL(path, ROOT),
    );
    const links = [...text.matchAll(/\]\(((?!https?:|#|mailto:)[^)#]+)\)/g)].map(([, path = ""]) => new URL(path, new URL(name, ROOT)));
    expect([...places, ...links].filter((url) => !existsSync(url)).map(({ href }) => href)).toEqual([]);
  });
});
