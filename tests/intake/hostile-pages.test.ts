import { describe, expect, it } from "vitest";
import { readPageEvents } from "../../app/modules/intake/entries/read-website.server";

const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
const EVENT =
  '{"@type":"Event","name":"Deep night","startDate":"2027-01-12T19:00:00+03:30","location":{"@type":"Place","name":"Hall"}}';
const OPEN_EVENT =
  '{"@type":"Event","name":"Outer","startDate":"2027-01-12T19:00:00+03:30","subEvent":';

describe("a hostile page", () => {
  it.each([
    ["graphs in graphs", script(`${'{"@graph":['.repeat(1_000)}${EVENT}${"]}".repeat(1_000)}`)],
    ["events in events", script(`${OPEN_EVENT.repeat(1_000)}${EVENT}${"}".repeat(1_000)}`)],
    ["lists in lists", script(`${"[".repeat(100_000)}${EVENT}${"]".repeat(100_000)}`)],
    ["lists that never close", script("[".repeat(200_000))],
    ["scripts that never close", '<script type="application/ld+json">{'.repeat(30_000)],
    ["cards in cards", '<div class="h-event"><span class="p-name">A</span>'.repeat(5_000)],
    [
      "items in items",
      '<div itemscope itemtype="https://schema.org/Event"><i itemprop="name">N</i><div itemprop="subEvent">'.repeat(
        3_000,
      ),
    ],
    ["a name of many entities", script(EVENT.replace("Deep", "&amp;".repeat(200_000)))],
    [
      "a place that holds itself",
      script(
        '{"@graph":[{"@id":"#a","@type":"Event","name":"Loop","startDate":"2027-01-12T19:00","location":{"@id":"#b"}},{"@id":"#b","@type":"Place","name":"P","containedInPlace":{"@id":"#b"},"event":{"@id":"#a"}}]}',
      ),
    ],
  ])(
    "of %s is answered",
    async (_, html) => {
      const { events } = await readPageEvents(
        html,
        new URL("https://hall.example/"),
        Date.UTC(2026, 11, 1),
      );
      expect(events.length).toBeLessThanOrEqual(500);
    },
    30_000,
  );

  it("of elements that never close is refused", async () => {
    const html = `${"<div>".repeat(300_000)}${script(EVENT)}`;
    const read = readPageEvents(html, new URL("https://hall.example/"), Date.UTC(2026, 11, 1));
    await expect(read).rejects.toMatchObject({ code: "invalid" });
  });
});
