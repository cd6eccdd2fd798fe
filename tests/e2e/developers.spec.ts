import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "playwright/test";
import {
  apiExamples,
  feedExamples,
  mcpExamples,
  oembedExamples,
} from "../../app/routes/public/developers/examples";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const codeIn = (examples: readonly { language: string; code: string }[], language: string) =>
  examples.filter((example) => example.language === language).map(({ code }) => code);
const bash = (code: string) =>
  execFileSync("bash", ["-c", `${code} --fail --silent --show-error`], { encoding: "utf8" });
// Playwright asks programs for colours, which the output must not have.
const node = (code: string) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    env: { ...process.env, FORCE_COLOR: "0" },
  });
const python = (code: string) => execFileSync("python3", ["-c", code], { encoding: "utf8" });

test.describe("the examples of /developers run as they stand", () => {
  test("curl", async ({ baseURL: origin }) => {
    const baseURL = origin ?? "";
    test.skip(!hasCurl, "curl is not installed.");
    const commands = [
      apiExamples(baseURL),
      feedExamples(baseURL),
      oembedExamples(baseURL),
      mcpExamples(baseURL),
    ].flatMap((examples) => codeIn(examples, "curl"));
    expect(commands.length).toBe(7);
    for (const command of commands)
      expect([command, bash(command).length]).toEqual([command, expect.any(Number)]);
    expect(bash(commands[0] ?? "")).toContain('"items"');
  });

  test("JavaScript", async ({ baseURL: origin }) => {
    const baseURL = origin ?? "";
    for (const code of codeIn(apiExamples(baseURL), "JavaScript"))
      expect(node(code)).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test("Python", async ({ baseURL: origin }) => {
    const baseURL = origin ?? "";
    test.skip(!hasPython, "python3 is not installed.");
    for (const code of codeIn(apiExamples(baseURL), "Python"))
      expect(python(code)).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});
