import { FEED_FORMATS } from "~/lib/paths";

/** An example of the page, as programs run it (tests/e2e/developers.spec.ts). */
export interface Example {
  language: "curl" | "JavaScript" | "Python" | "JSON" | "HTML";
  code: string;
}

/** Public endpoints. */
export const apiExamples = (origin: string): Example[] => {
  const address = `${origin}/api/v1/events?city=tehran&when=month&limit=5`;
  return [
    { language: "curl", code: `curl --compressed "${address}"` },
    {
      language: "JavaScript",
      code: `const response = await fetch("${address}");
const { items } = await response.json();
for (const event of items) console.log(event.startsAt, event.title.fa ?? event.title.en);`,
    },
    {
      language: "Python",
      code: `import json, urllib.request

with urllib.request.urlopen("${address}") as response:
    for event in json.load(response)["items"]:
        print(event["startsAt"], event["title"]["fa"] or event["title"]["en"])`,
    },
  ];
};

/** Endpoints that need an API key. */
export const keyExamples = (origin: string): Example[] => [
  {
    language: "curl",
    code: `curl --compressed -H "Authorization: Bearer $ROOYDAD_KEY" "${origin}/api/v1/events/user/drafts"`,
  },
];

/** Checks the signature of a webhook's message, and its age against replays. */
export const WEBHOOK_EXAMPLES: readonly Example[] = [
  {
    language: "JavaScript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(secret, headers, body) {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (!(Math.abs(Date.now() / 1000 - time) <= 300)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const own = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const theirs = Buffer.from(one.slice("v1,".length), "base64");
    return theirs.length === own.length && timingSafeEqual(theirs, own);
  });
}`,
  },
  {
    language: "Python",
    code: `import base64, hashlib, hmac, time

def is_genuine(secret, headers, body):
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    own = hmac.new(key, f"{id}.{at}.{body}".encode(), hashlib.sha256).digest()
    own = b"v1," + base64.b64encode(own)
    theirs = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(own, one) for one in theirs)`,
  },
];

export const oembedExamples = (origin: string): Example[] => [
  {
    language: "curl",
    code: `curl --compressed "${origin}/oembed?format=json&url=${encodeURIComponent(`${origin}/cities/tehran`)}"`,
  },
];

export const embedExamples = (origin: string): Example[] => [
  { language: "HTML", code: `<script src="${origin}/embed.js" data-city="tehran" async></script>` },
];

export const feedExamples = (origin: string): Example[] =>
  FEED_FORMATS.map((format) => ({
    language: "curl",
    code: `curl --compressed "${origin}/cities/tehran/events.${format}"`,
  }));

export const mcpExamples = (origin: string): Example[] => [
  {
    language: "JSON",
    code: JSON.stringify(
      { mcpServers: { rooydad: { type: "http", url: `${origin}/mcp` } } },
      null,
      2,
    ),
  },
  {
    language: "curl",
    code: `curl --compressed -H "Content-Type: application/json" "${origin}/mcp" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whats_on","arguments":{"city":"tehran","when":"tonight"}}}'`,
  },
];
