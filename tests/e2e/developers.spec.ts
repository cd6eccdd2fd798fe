import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "playwright/test";
import {
  apiExamples,
  feedExamples,
  mcpExamples,
  oembedExamples,
  WEBHOOK_EXAMPLES,
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

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = '{"type":"event.published"}';
const at = Math.floor(Date.now() / 1000);
const signature = createHmac("sha256", Buffer.alloc(32, 7))
  .update(`msg.${at}.${BODY}`)
  .digest("base64");
const HEADERS = {
  "webhook-id": "msg",
  "webhook-timestamp": String(at),
  "webhook-signature": `v1,AAAA v1,${signature}`,
};
const calls = (name: string) => [
  [`${name}(${JSON.stringify(SECRET)}, ${JSON.stringify(HEADERS)}, ${JSON.stringify(BODY)})`, true],
  [
    `${name}(${JSON.stringify(SECRET)}, ${JSON.stringify(HEADERS)}, ${JSON.stringify(`${BODY} `)})`,
    false,
  ],
  [
    `${name}(${JSON.stringify(SECRET)}, ${JSON.stringify({ ...HEADERS, "webhook-timestamp": String(at - 900) })}, ${JSON.stringify(BODY)})`,
    false,
  ],
];

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
    const [verify = ""] = codeIn(WEBHOOK_EXAMPLES, "JavaScript");
    for (const [call, isGenuine] of calls("isGenuine"))
      expect(node(`${verify}\nconsole.log(${call})`).trim()).toBe(String(isGenuine));
  });

  test("Python", async ({ baseURL: origin }) => {
    const baseURL = origin ?? "";
    test.skip(!hasPython, "python3 is not installed.");
    for (const code of codeIn(apiExamples(baseURL), "Python"))
      expect(python(code)).toMatch(/^\d{4}-\d\d-\d\dT/);
    const [verify = ""] = codeIn(WEBHOOK_EXAMPLES, "Python");
    for (const [call, isGenuine] of calls("is_genuine"))
      expect(python(`${verify}\nprint(${call})`).trim()).toBe(isGenuine ? "True" : "False");
  });
});
