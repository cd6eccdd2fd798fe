import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchPublic } from "./fetch-public.server";

/** Redirects by address; an unlisted address is a page. @returns the requested addresses */
function web(redirects: Record<string, string>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: URL) => {
    asked.push(input.href);
    const location = redirects[input.href];
    return location === undefined
      ? new Response("A page")
      : new Response(null, { status: 302, headers: { Location: location } });
  });
  return asked;
}

/** The issue of a refused request; null when it succeeds. */
async function issueOf(address: string): Promise<string | null> {
  try {
    await fetchPublic(address, { accept: "*/*", agent: "test" });
    return null;
  } catch (error) {
    return (error as { issues: { message: string }[] }).issues[0]?.message ?? "";
  }
}

const PUBLIC = "https://events.org/concert";

afterEach(() => vi.unstubAllGlobals());

describe("a public page that redirects to a private network", () => {
  const PRIVATE = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0.0.0.0/",
    "http://169.254.169.254/latest/meta-data",
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00:ec2::254]/",
    "http://localhost/",
    "http://localhost./",
    "http://metadata.google.internal/",
    "http://127.0.0.1.nip.io/",
    "https://events.org:8443/",
    "https://me:secret@events.org/",
    "file:///etc/passwd",
    "//169.254.169.254/latest/meta-data",
  ];

  it.each(PRIVATE)("is not followed to %s at the first hop", async (target) => {
    const asked = web({ [PUBLIC]: target });
    expect([await issueOf(PUBLIC), asked]).toEqual(["errors:issue.publicAddress", [PUBLIC]]);
  });

  it.each(PRIVATE)("is not followed to %s at the last hop", async (target) => {
    const hops = [PUBLIC, "https://one.org/", "https://two.org/"];
    const asked = web({
      [PUBLIC]: "https://one.org/",
      "https://one.org/": "https://two.org/",
      "https://two.org/": target,
    });
    expect([await issueOf(PUBLIC), asked]).toEqual(["errors:issue.publicAddress", hops]);
  });
});

it("a public page that redirects to another one is followed three times at most", async () => {
  const round = {
    [PUBLIC]: "https://one.org/",
    "https://one.org/": "https://two.org/",
    "https://two.org/": "https://three.org/",
  };
  web(round);
  expect(await issueOf(PUBLIC)).toBeNull();
  const asked = web({ ...round, "https://three.org/": "https://four.org/" });
  expect([await issueOf(PUBLIC), asked.length]).toEqual(["errors:issue.unreachable", 4]);
});
