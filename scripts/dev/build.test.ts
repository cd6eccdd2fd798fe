import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Built, createDevBuild } from "./build.mjs";

/** A copy of the tree, which tests may change. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "rooydad-dev-")));
const folder = join(root, "client");
for (const name of [
  "app",
  "data",
  "db",
  "party",
  "worker",
  "package.json",
  "tsconfig.json",
  "postcss.config.cjs",
  "CHANGELOG.md",
  "CHANGELOG.fa.md",
])
  cpSync(name, join(root, name), { recursive: true });
symlinkSync(realpathSync("node_modules"), join(root, "node_modules"));

const build = createDevBuild({ root, folder });
let first: Built;

async function change(path: string, from: string, to: string) {
  const file = join(root, path);
  const before = readFileSync(file, "utf8");
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
  return build.rebuild([file]);
}

interface Assets {
  entry: { module: string };
  routes: Record<
    string,
    { module: string; imports: string[]; css: string[]; hasLoader: boolean; hasAction: boolean }
  >;
}
const assetsOf = ({ modules }: Built): Assets =>
  JSON.parse(modules["manifest.js"].replace(/^export default |;$/g, ""));
const fileOf = (address: string) => readFileSync(join(folder, address), "utf8");

/** All code that a page of a route loads, and its style sheets. */
function pageOf(built: Built, id: string) {
  const { module = "", imports = [], css = [] } = assetsOf(built).routes[id] ?? {};
  return { code: [module, ...imports].map(fileOf).join("\n"), css: css.map(fileOf).join("\n") };
}

const HELP = "routes/public/help/route";

describe("a build for development", { timeout: 90_000 }, () => {
  beforeAll(async () => {
    first = (await build.rebuild()) as Built;
  }, 120_000);

  afterAll(async () => {
    await build.dispose();
    rmSync(root, { recursive: true });
  });

  it("describes the routes as Remix does, and gives loaders to the Worker alone", () => {
    const { routes } = assetsOf(first);
    expect(routes["routes/auth/login/route"]).toMatchObject({
      id: "routes/auth/login/route",
      parentId: "routes/auth/layout",
      path: "login",
    });
    expect(routes[HELP]).toMatchObject({ hasLoader: true, hasAction: false });
    expect(first.modules["worker.js"]).toContain("readHelp(");
    expect(pageOf(first, HELP).code).toContain("HelpCenter");
    expect(pageOf(first, HELP).code).not.toContain("readHelp");
  });

  it("starts the page in the browser", () => {
    expect(fileOf(assetsOf(first).entry.module)).toContain("hydrateRoot");
  });

  it("has a changed component in both parts", async () => {
    const built = (await change(
      "app/routes/public/help/help-center.tsx",
      '<main id="main"',
      '<main id="main" data-changed="yes"',
    )) as Built;
    expect(built.modules["worker.js"]).toContain('"data-changed": "yes"');
    expect(pageOf(built, HELP).code).toContain('"data-changed": "yes"');
  });

  it("has a changed loader in the Worker, the browser's code stays", async () => {
    const built = (await change(
      "app/routes/public/help/help.server.ts",
      "const MAX_WORDS = 200",
      "const MAX_WORDS = 201",
    )) as Built;
    expect(built.modules["worker.js"]).toContain("MAX_WORDS = 201");
    expect(assetsOf(built).routes).toEqual(
      assetsOf((await build.rebuild([], { isDue: true })) as Built).routes,
    );
  });

  it("has changed styles and texts, without a change of code", async () => {
    const before = (await build.rebuild([], { isDue: true })) as Built;
    const styled = (await change(
      "app/routes/public/help/help.module.css",
      "{",
      "{ --changed: yes;",
    )) as Built;
    expect(pageOf(styled, HELP).css).toContain("--changed: yes");
    const worded = (await change("app/locales/en/pages.json", "{", '{ "changed": "yes",')) as Built;
    expect(worded.modules["data.js"]).toContain('\\"changed\\": \\"yes\\"');
    expect(fileOf("/dev-files/app/locales/en/pages.json")).toContain('"changed": "yes"');
    expect(worded.modules["worker.js"]).toBe(before.modules["worker.js"]);
    expect(pageOf(worded, HELP).code).toBe(pageOf(before, HELP).code);
  });

  it("refuses code for the server in the browser, and builds once it is gone", async () => {
    const route = "app/routes/public/help/help-center.tsx";
    const wrong = 'import("~/routes/public/help/help.server").then(console.log);';
    await expect(change(route, "return (", `${wrong}\n  return (`)).rejects.toThrow(
      /help\.server, which is for the server alone/,
    );
    const built = (await change(route, wrong, "")) as Built;
    expect(pageOf(built, HELP).code).toContain("HelpCenter");
  });

  it("knows a new route, and nothing of files that no code imports", async () => {
    writeFileSync(
      join(root, "app/routes/public/fresh.tsx"),
      "export default function Fresh() { return <p>Fresh</p>; }\n",
    );
    expect(await build.rebuild([join(root, "app/routes/public/fresh.tsx")])).toBeNull();
    const built = (await change(
      "app/routes.ts",
      'route("help"',
      'route("fresh", "routes/public/fresh.tsx"),\n    route("help"',
    )) as Built;
    expect(pageOf(built, "routes/public/fresh").code).toContain("Fresh");
  });
});
