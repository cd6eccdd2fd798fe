import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { FEED_ORIGIN, FEED_URL, feedId, sampleFeed } from "../../../../tests/factories/sample-feed";
import { readWithIcalJs } from "../../../../tests/helpers/read-calendar";
import { writeAtom, writeJsonFeed, writeRss } from "./feed-text.server";
import { writeIcs } from "./write-ics.server";

const HOSTILE = `</title><script>alert("1")</script>]]>&amp;<b>'`;

describe("writeAtom", () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === "entry" || name === "link",
  });
  const read = (file: string) => {
    expect(XMLValidator.validate(file)).toBe(true);
    return parser.parse(file).feed;
  };

  it("has all that RFC 4287 requires", () => {
    const feed = read(writeAtom(sampleFeed([{}, { titleEn: "Second" }])));
    expect(writeAtom(sampleFeed([{}], { title: "Bazm · What’s on" }))).toContain(
      `<author><name>Bazm</name><uri>${FEED_ORIGIN}</uri></author>`,
    );
    expect(feed.id).toBe(FEED_URL);
    expect(feed.updated).toBe("2026-11-20T09:30:00.000Z");
    expect(
      feed.link.map((link: Record<string, string>) => [link["@_rel"], link["@_href"]]),
    ).toEqual([
      ["self", FEED_URL],
      ["alternate", `${FEED_ORIGIN}/events?city=tehran&lang=en`],
    ]);
    expect(feed.entry.map(({ id }: { id: string }) => id)).toEqual([
      `urn:uuid:${feedId(1)}`,
      `urn:uuid:${feedId(2)}`,
    ]);
    expect(feed.entry[1].link[0]["@_href"]).toBe(`${FEED_ORIGIN}/events/${feedId(2)}`);
    expect(feed.entry[0].summary["#text"]).toContain("Tuesday 8 December 2026");
  });

  it("shows script as text in every field", () => {
    const written = {
      titleEn: HOSTILE,
      descriptionEn: `${HOSTILE}\u0000\u000b`,
      venueEn: HOSTILE,
      addressEn: HOSTILE,
      organizerEn: HOSTILE,
    };
    const file = writeAtom(sampleFeed([written], { title: HOSTILE, description: HOSTILE }));
    expect(file).not.toContain("<script");
    const feed = read(file);
    expect(feed.title["#text"]).toContain("script");
    expect(feed.entry[0].title["@_type"]).toBe("text");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those which XML cannot say
    expect(file).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });
});

describe("writeRss", () => {
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "item" });
  const read = (file: string) => {
    expect(XMLValidator.validate(file)).toBe(true);
    return parser.parse(file).rss.channel;
  };

  it("has all that RSS 2.0 requires, and dates of RFC 822", () => {
    const channel = read(writeRss(sampleFeed([{}, { titleEn: "Second" }])));
    expect(channel).toMatchObject({
      link: `${FEED_ORIGIN}/events?city=tehran&lang=en`,
      language: "en",
      "atom:link": { "@_rel": "self", "@_href": FEED_URL },
    });
    expect(channel.item.map(({ link }: { link: string }) => link)).toEqual([
      `${FEED_ORIGIN}/events/${feedId(1)}`,
      `${FEED_ORIGIN}/events/${feedId(2)}`,
    ]);
    expect(channel.item[1].title).toBe("Second");
    expect(channel.item[0].pubDate).toMatch(/^\w{3}, \d\d \w{3} 20\d\d \d\d:\d\d:\d\d GMT$/);
    expect(channel.item[0].description).toContain("Tuesday 8 December 2026");
  });

  it("shows script as text where readers take a description as HTML", () => {
    const [item] = read(writeRss(sampleFeed([{ titleEn: HOSTILE, descriptionEn: HOSTILE }]))).item;
    expect(item.description).not.toContain("<script");
    expect(item.description).toContain("&lt;script&gt;");
    expect(item.title).toContain("script");
  });
});

describe("writeJsonFeed", () => {
  it("is JSON Feed 1.1", () => {
    const feed = JSON.parse(writeJsonFeed(sampleFeed([{ lifecycle: "cancelled" }])));
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      feed_url: FEED_URL,
      language: "en",
    });
    expect(feed.items[0]).toMatchObject({
      id: `urn:uuid:${feedId(1)}`,
      url: `${FEED_ORIGIN}/events/${feedId(1)}`,
      title: "Cancelled: An Evening of Setar; in Shur, and Homayun",
      date_modified: "2026-11-20T09:30:00.000Z",
      tags: ["Concert", "Music"],
      _rooydad: {
        starts_at: "2026-12-08T16:30:00+03:30",
        time_zone: "Asia/Tehran",
        lifecycle: "cancelled",
      },
    });
    expect(feed.items[0].image).toMatch(/^https:\/\/rooydad\.example\/covers\//);
  });

  it("has no markup; text that looks like markup stays text", () => {
    const text = writeJsonFeed(
      sampleFeed([
        {
          titleEn: HOSTILE,
          descriptionEn: HOSTILE,
          venueEn: HOSTILE,
          imageUrl: "javascript:alert(1)",
        },
      ]),
    );
    expect(text).not.toContain("<");
    const [item] = JSON.parse(text).items;
    expect(item.title).toBe(HOSTILE);
    expect(item.content_html).toBeUndefined();
    // External pictures are never linked; the event's cover replaces them.
    expect(item.image).toMatch(/^https:\/\/rooydad\.example\/covers\//);
  });
});

describe("the title of an event in a feed says first that it is off", () => {
  it.each([
    ["cancelled", "en", "Cancelled"],
    ["cancelled", "fa", "لغو شد"],
    ["postponed", "en", "Postponed"],
    ["postponed", "fa", "به تعویق افتاد"],
  ] as const)("%s in %s", (lifecycle, locale, word) => {
    const title = { titleEn: "Setar", titleFa: "سه‌تار" };
    const feed = sampleFeed([{ ...title, lifecycle }, title], { locale });
    const own = locale === "fa" ? "سه‌تار" : "Setar";
    const atom = new XMLParser({ isArray: (name) => name === "entry" }).parse(writeAtom(feed)).feed;
    expect(atom.entry.map((entry: { title: string }) => entry.title)).toEqual([
      `${word}: ${own}`,
      own,
    ]);
    const { items } = JSON.parse(writeJsonFeed(feed));
    expect(items.map((item: { title: string }) => item.title)).toEqual([`${word}: ${own}`, own]);
    expect(readWithIcalJs(writeIcs(feed)).events.map((event) => event.title)).toEqual([
      `${word}: ${own}`,
      own,
    ]);
  });
});
