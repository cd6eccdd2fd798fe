import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

describe("the documents", () => {
  it.each([
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/decisions/README.md",
    "docs/decisions/hosting.md",
    "docs/decisions/layout.md",
    "docs/deploy.md",
    "docs/operate.md",
    "docs/scale.md",
    "docs/security.md",
    "docs/settings.md",
    "docs/specification/README.md",
  ])("%s names files that exist", (name) => {
    const text = readFileSync(new URL(name, ROOT), "utf8");
    const places = [
      ...text.matchAll(
        /`((?:app|worker|party|pictures|backups|db|tests|scripts|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, path = ""]) => new URL(path, ROOT));
    const links = [...text.matchAll(/\]\(((?!https?:|#|mailto:)[^)#]+)\)/g)].map(
      ([, path = ""]) => new URL(path, new URL(name, ROOT)),
    );
    expect([...places, ...links].filter((url) => !existsSync(url)).map(({ href }) => href)).toEqual(
      [],
    );
  });

  it("docs/decisions/hosting.md names tests that are there, by their names", () => {
    const text = readFileSync(new URL("docs/decisions/hosting.md", ROOT), "utf8");
    const named = [...text.matchAll(/`(tests\/[\w/-]+\.test\.ts)`: ([^|;`\n)]+)/g)].flatMap(
      ([, file = "", names = ""]) =>
        names
          .split(", ")
          .map((name) => [file, name.replace(/ with kills of.*/, "").trim()] as const),
    );
    expect(named.length).toBeGreaterThan(25);
    expect(
      named.filter(([file, name]) => !readFileSync(new URL(file, ROOT), "utf8").includes(name)),
    ).toEqual([]);
  });

  it("docs/price.md calculates right: by its prices, what a view takes, and the sums", () => {
    const text = readFileSync(new URL("docs/price.md", ROOT), "utf8");
    const number = (written = "") => Number(written.replaceAll(",", ""));
    const rows = [...text.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map((row) =>
      row.slice(1),
    );
    const [, kept] = /hold ([\d.]+) million rows at 1 million views, three times/.exec(text) ?? [];
    const sums = [5, 5, 5];
    let calculated = 0;
    for (const [label = "", ...cells] of rows) {
      const [, included, unit, rate] =
        /, less ([\d,]+) (million|GB), × ([\d.]+)$/.exec(label) ?? [];
      if (!included) continue;
      calculated += 1;
      const [, each, row = "0"] =
        /: ([\d.]+)(?: ms)? a view(?: and ([\d,]+) a row of backups)?/.exec(label) ?? [];
      for (const [at, cell] of cells.entries()) {
        const [, amount, price] = /^([\d.,]+)(?: GB)? → ([\d.]+)$/.exec(cell) ?? [];
        if (unit === "million")
          expect([label, number(amount)]).toEqual([
            label,
            Number(each) * 10 ** at + number(row) * number(kept) * 3 ** at,
          ]);
        const due = Math.max(0, number(amount) - number(included)) * Number(rate);
        expect([label, Number(price)]).toEqual([label, Math.round(due * 100) / 100]);
        sums[at] = (sums[at] ?? 0) + due;
      }
    }
    expect(calculated).toBe(8);
    const total = rows.find(([label]) => label === "**in all**") ?? [];
    expect(total.slice(1)).toEqual(sums.map((sum) => `**${sum.toFixed(2)}**`));
  });

  it("docs/security.md names its tests by the ids in their titles", () => {
    const text = readFileSync(new URL("docs/security.md", ROOT), "utf8");
    const named = [
      ...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: (S-\d+(?:, S-\d+)*)/g),
    ].flatMap(([, file = "", ids = ""]) => ids.split(", ").map((id) => `${file} ${id}`));
    const titled = ["app", "worker", "party", "scripts", "tests"].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:test|spec)\.tsx?$/.test(entry.name))
        .flatMap((entry) => {
          const file = join(entry.parentPath, entry.name);
          const titles = readFileSync(file, "utf8").matchAll(/ \[(S-\d+)\]["`]/g);
          return [...titles].map(([, id]) => `${relative(fileURLToPath(ROOT), file)} ${id}`);
        }),
    );
    expect(titled.length).toBeGreaterThan(80);
    const ids = titled.map((one) => one.split(" ").at(-1));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect([...new Set(named)].sort()).toEqual(titled.sort());
    // Quoted titles would go unchecked.
    expect([...text.matchAll(/\.(?:test|spec)\.tsx?`: (?!S-)/g)]).toEqual([]);
  });

  it("docs/operate.md explains every logged warning and error and what to do", () => {
    const logged = ["app", "worker", "party", "pictures", "backups"].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
        )
        .flatMap((entry) => {
          const source = readFileSync(`${entry.parentPath}/${entry.name}`, "utf8");
          // Level and code precede the fields.
          const calls = [...source.matchAll(/\blog\(([^{)]*)/g)]
            .map(([, said = ""]) => said)
            .filter((said) => /"(?:warn|error)"/.test(said));
          // `enqueue` gets its log event as an argument (app/modules/jobs).
          const handed = [...source.matchAll(/"([a-z-]+\.not-enqueued)"/g)].map(
            ([, code = ""]) => code,
          );
          return [
            ...handed,
            ...calls.flatMap((said) =>
              [...said.matchAll(/"([a-z-]+\.[a-z.-]+)"/g)].map(([, code = ""]) => code),
            ),
          ];
        }),
    );
    const rows = [
      ...readFileSync(new URL("docs/operate.md", ROOT), "utf8").matchAll(
        /^\| (`[^|]+) \| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm,
      ),
    ];
    const explained = rows
      .filter(([, , level]) => level === "warn" || level === "error")
      .flatMap(([, codes = ""]) => [...codes.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
    expect(new Set(logged).size).toBeGreaterThan(40);
    expect([...explained].sort()).toEqual([...new Set(logged)].sort());
  });

  it("and comments name existing sections of the specification", () => {
    const sections = new Set<string>();
    for (const page of ["product", "decisions", "quality"]) {
      const text = readFileSync(new URL(`docs/specification/${page}.md`, ROOT), "utf8");
      for (const [, number] of text.matchAll(/^## (\d+)\./gm))
        sections.add(`${page}.md §${number}`);
    }
    const named = ["app", "worker", "party", "pictures", "db", "tests", "scripts", "docs"].flatMap(
      (folder) =>
        readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css|md)$/.test(entry.name))
          .flatMap((entry) => {
            const file = `${entry.parentPath}/${entry.name}`;
            const references = readFileSync(file, "utf8").matchAll(
              /\b((?:product|decisions|quality)\.md §\d+)/g,
            );
            return [...references].map(([, reference = ""]) => ({ file, reference }));
          }),
    );
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ reference }) => !sections.has(reference))).toEqual([]);
  });
});
