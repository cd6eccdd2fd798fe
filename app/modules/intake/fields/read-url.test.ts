import { describe, expect, it } from "vitest";
import { readUrl } from "./read-url";

describe("the URL in an answer", () => {
  it.each([
    ["https://www.tiwall.com/p/x", "https://www.tiwall.com/p/x", []],
    ["http://tiwall.com", "http://tiwall.com", []],
    ["[Tickets](https://tiwall.com/x)", "https://tiwall.com/x", []],
    ["<https://tiwall.com/x>", "https://tiwall.com/x", []],
    ["Tickets: https://tiwall.com/x.", "https://tiwall.com/x", []],
    ["tiwall.com/x", "https://tiwall.com/x", []],
    ["www.tiwall.com", "https://www.tiwall.com", []],
    ["https://tiwall.com/x?utm_source=chatgpt.com&id=5", "https://tiwall.com/x?id=5", []],
    ["https://tiwall.com/x?utm_source=openai", "https://tiwall.com/x", []],
    [
      "https://en.wikipedia.org/wiki/Hafez_(poet)",
      "https://en.wikipedia.org/wiki/Hafez_(poet)",
      [],
    ],
    [
      "https://en.wikipedia.org/wiki/Hafez_(poet).",
      "https://en.wikipedia.org/wiki/Hafez_(poet)",
      [],
    ],
    [
      "See https://en.wikipedia.org/wiki/Tar_(lute), or call",
      "https://en.wikipedia.org/wiki/Tar_(lute)",
      [],
    ],
    ["(https://tiwall.com/x)", "https://tiwall.com/x", []],
    ["https://events.example/tehran/x", "https://events.example/tehran/x", []],
    ["https://example.com/event", "https://example.com/event", ["placeholder-url"]],
    ["javascript:alert(1)", null, ["invalid-url"]],
    ["JaVaScRiPt:alert('https://x.com')", null, ["invalid-url"]],
    ["data:text/html,<script>alert(1)</script>", null, ["invalid-url"]],
    ["java\u0000script:alert(1)", null, ["invalid-url"]],
    ["ftp://tiwall.com/x", null, ["invalid-url"]],
    ["https://user:secret@tiwall.com/", null, ["url-credentials"]],
    ["not a link", null, ["invalid-url"]],
    ["https://", null, ["invalid-url"]],
    ["N/A", null, []],
    ["", null, []],
  ])("given %j, is %s", (text, value, codes) => {
    expect(readUrl(text)).toMatchObject({ value, codes });
  });
});
