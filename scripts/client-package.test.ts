import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = new URL("../", import.meta.url);
const SOURCE = new URL("clients/typescript/", ROOT);
// Below the repository, so that the compiler and the package's dependency are found in its
// node_modules.
const PLACE = new URL(".cache/client-package/", ROOT);
const PACKED = new URL("packed/", PLACE);
const USER = new URL("user/", PLACE);
const INSTALLED = new URL("node_modules/rooydad-client/", USER);
const EVENT = {
  title: { en: "A Night of Kamancheh", fa: "شب کمانچه" },
  startsAt: "2027-01-14T20:00:00+03:30",
};

const pathOf = (url: URL) => fileURLToPath(url);
const readJson = async (url: URL) => JSON.parse(await readFile(url, "utf8"));
let files: string[] = [];

beforeAll(async () => {
  await rm(PLACE, { recursive: true, force: true });
  await mkdir(PACKED, { recursive: true });
  await mkdir(INSTALLED, { recursive: true });
  for (const name of [
    "package.json",
    "tsconfig.json",
    "README.md",
    "LICENSE",
    "index.ts",
    "schema.ts",
    "shape.ts",
  ])
    await copyFile(new URL(name, SOURCE), new URL(name, PACKED));
  const { stdout } = await run("npm", ["pack", "--json", "--offline"], { cwd: pathOf(PACKED) });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as {
    filename: string;
    files: { path: string }[];
  }[];
  files = packed?.files.map(({ path }) => path).sort() ?? [];
  await run("tar", [
    "-xzf",
    pathOf(new URL(packed?.filename ?? "", PACKED)),
    "--strip-components=1",
    "-C",
    pathOf(INSTALLED),
  ]);
}, 120_000);

afterAll(() => rm(PLACE, { recursive: true, force: true }));

describe("the package of the TypeScript client", () => {
  it("has its code, types, licence and description, and nothing else", async () => {
    expect(files).toEqual([
      "LICENSE",
      "README.md",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/schema.d.ts",
      "dist/schema.js",
      "package.json",
    ]);
    expect(await readFile(new URL("LICENSE", INSTALLED), "utf8")).toBe(
      await readFile(new URL("LICENSE", ROOT), "utf8"),
    );
    const [own, product] = [
      await readJson(new URL("package.json", INSTALLED)),
      await readJson(new URL("package.json", ROOT)),
    ];
    expect(own).toMatchObject({ version: product.version, license: product.license });
    expect(own.dependencies["openapi-fetch"]).toBe(
      `^${(await readJson(new URL("node_modules/openapi-fetch/package.json", ROOT))).version}`,
    );
  });

  it("runs the example of its description in Node.js, as its types allow", async () => {
    const [, example = ""] =
      /```ts\n([\s\S]*?)```/.exec(await readFile(new URL("README.md", INSTALLED), "utf8")) ?? [];
    expect(example).toContain('from "rooydad-client"');
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url, request.headers.authorization);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ items: [EVENT], nextCursor: null, hasMore: false }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeFile(new URL("package.json", USER), '{ "type": "module" }');
    await writeFile(
      new URL("example.ts", USER),
      example.replace("https://rooydad.example", origin),
    );
    await writeFile(new URL("wrong.ts", USER), example.replace('"/events"', '"/evenings"'));
    const options = [
      "--module",
      "NodeNext",
      "--target",
      "ES2022",
      "--strict",
      "--types",
      "node",
      "--skipLibCheck",
    ];
    const compile = (file: string) =>
      run(
        process.execPath,
        [pathOf(new URL("node_modules/typescript/bin/tsc", ROOT)), ...options, file],
        { cwd: pathOf(USER) },
      );
    await compile("example.ts");
    await expect(compile("wrong.ts")).rejects.toMatchObject({
      stdout: expect.stringContaining("wrong.ts"),
    });
    const { stdout } = await run(process.execPath, ["example.js"], {
      cwd: pathOf(USER),
      env: { ...process.env, ROOYDAD_KEY: "rd_key" },
    });
    server.close();
    expect(stdout).toBe(`${EVENT.title.fa} ${EVENT.startsAt}\n`);
    expect(asked).toEqual(["/api/v1/events?city=tehran&when=weekend", "Bearer rd_key"]);
  }, 120_000);
});
