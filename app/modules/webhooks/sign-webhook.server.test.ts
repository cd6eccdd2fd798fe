import { execFileSync, spawnSync } from "node:child_process";
import process from "node:process";
import { expect, it } from "vitest";
import { WEBHOOK_EXAMPLES } from "../../routes/public/developers/examples";
import { createWebhookSecret, webhookHeaders } from "./webhooks.server";

// The example of the Standard Webhooks reference libraries.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
};

it("signs as the reference libraries of Standard Webhooks do", async () => {
  expect(await webhookHeaders([SECRET], MESSAGE)).toEqual({
    "webhook-id": MESSAGE.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("signs with each secret, and makes ones of 256 bits", async () => {
  const fresh = createWebhookSecret({ bytes: (count) => new Uint8Array(count).fill(7) });
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { "webhook-signature": signature } = await webhookHeaders([fresh, SECRET], MESSAGE);
  expect(signature?.split(" ")).toHaveLength(2);
  expect(signature).toContain(" v1,g0hM9SsE");
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

it.each(WEBHOOK_EXAMPLES.filter(({ language }) => hasPython || language !== "Python"))(
  "is checked by our example in $language: no forged, replayed or broken message is genuine",
  async ({ language, code }) => {
    const now = Math.floor(Date.now() / 1_000);
    const at = (timestamp: number) => webhookHeaders([SECRET], { ...MESSAGE, timestamp });
    const right = await at(now);
    const other = await webhookHeaders(["whsec_AAAA"], { ...MESSAGE, timestamp: now });
    const { "webhook-signature": signature, ...unsigned } = right;
    const { "webhook-timestamp": _, ...untimed } = right;
    const headers: Record<string, string>[] = [
      right,
      // Of a secret that was changed within a day there are two.
      { ...right, "webhook-signature": `${other["webhook-signature"]} ${signature}` },
      await at(now - 600),
      await at(now + 600),
      other,
      { ...right, "webhook-timestamp": `${now - 1}` },
      { ...right, "webhook-id": "msg_other" },
      await webhookHeaders([SECRET], { ...MESSAGE, timestamp: now, body: `${MESSAGE.body} ` }),
      unsigned,
      untimed,
      { ...right, "webhook-timestamp": "soon" },
      ...["", "v1", "v1,", "v1,%%%", "v1,نه", `v1,${signature}`].map((one) => ({
        ...right,
        "webhook-signature": one,
      })),
    ];
    const given = JSON.stringify([SECRET, headers, MESSAGE.body]);
    const [program, ...args] =
      language === "Python"
        ? [
            "python3",
            "-c",
            `${code}\nimport json, sys\nsecret, every, body = json.load(sys.stdin)\nprint(json.dumps([is_genuine(secret, one, body) for one in every]))`,
          ]
        : [
            process.execPath,
            "--input-type=module",
            "-e",
            `${code}\nimport { readFileSync } from "node:fs";\nconst [secret, every, body] = JSON.parse(readFileSync(0, "utf8"));\nconsole.log(JSON.stringify(every.map((one) => isGenuine(secret, one, body))));`,
          ];
    const said = execFileSync(program as string, args, { input: given, encoding: "utf8" });
    expect(JSON.parse(said)).toEqual(headers.map((_headers, index) => index < 2));
  },
);
