import { describe, expect, it } from "vitest";
import { SAMPLES } from "../../../tests/factories/event-kinds";
import { sampleEvent, tehran } from "../../../tests/factories/sample-event";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { readerOf } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import { socialCard } from "../../lib/drawing/social-card";
import { type EventRow, eachOnce } from "../../modules/events/event-columns.server";
import { eventIcs } from "../../modules/events/ics/event-ics.server";
import { presentPin } from "../../modules/events/list/list-map.server";
import {
  EVENT_KINDS,
  type FactsEvent,
  lastDayAt,
} from "../../modules/events/present/event-times.server";
import { notifiedEventValues } from "../../modules/events/present/notified-event.server";
import { presentCard } from "../../modules/events/present/present-event.server";
import { MAILED_KINDS, type MailedKind } from "../../modules/notifications/choose-channels";
import { notificationText } from "../../modules/notifications/prepare-notifications.server";
import { renderTemplate } from "../../modules/notifications/templates/liquid.server";
import {
  SHIPPED_TEMPLATES,
  variablesOf,
} from "../../modules/notifications/templates/templates.server";
import { expandSchedule } from "../../modules/schedule/expand-schedule.server";
import { eventCard } from "../../modules/syndication/cards/card-facts.server";
import { factsOf, priceOf } from "./essential-facts.server";
import { shortWhen, whenFacts } from "./event-showings.server";

const ORIGIN = "https://rooydad.example";
const said = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(" | ");

/** The texts of a drawn card, without marks of direction. */
const written = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
    .map(([, text = ""]) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, ""))
    .filter(Boolean)
    .join(" | ");

/** The lines of a calendar file that say when it is, each name once with how many there are. */
function dated(file: string): string {
  const entries = file.replace(/\r\n /g, "").split("BEGIN:VEVENT").slice(1);
  const [first = ""] = entries;
  const line = (name: string) => new RegExp(`^${name}\\b[^:]*:(.*)$`, "m").exec(first)?.[1]?.trim();
  const rdates = [...first.matchAll(/^RDATE[^:]*:(.*)$/gm)].flatMap(([, all = ""]) =>
    all.split(","),
  );
  return said(
    line("DTSTART"),
    line("DTEND"),
    line("RRULE")?.replace(/UNTIL=\w+/, "UNTIL"),
    rdates.length > 0 && `${rdates.length} RDATE`,
    entries.length > 1 && `${entries.length} entries`,
    /^DURATION/m.test(first) && "DURATION",
  );
}

/** What each surface of an event says, by the functions that the surfaces are drawn from. */
async function surfacesOf(of: FactsEvent, now: number, locale: Locale) {
  const reader = readerOf(locale);
  const event: EventRow = { ...sampleEvent({ ...of, venueEn: "City Theater of Tehran" }), ...of };
  const cities = new Map([[tehran.id, tehran]]);
  const subject = { event, city: tehran, ...reader, readerZone: null, now };
  const card = presentCard(event, { ...reader, now, cities, saved: null });
  const [pin] = eachOnce([event]).map((one) => presentPin(one, { ...reader, now, city: tehran }));
  const when = whenFacts(subject, false);
  const social = eventCard(event, tehran, locale, "Rooydad");
  const measure = { bold: (word: string) => word.length * 50, plain: (w: string) => w.length * 45 };
  const drawn = (form: "card" | "story" | "poster") =>
    written(
      socialCard(social.facts, form, "<svg/>", measure, {
        qr: { path: "", modules: 21 },
        title: "",
        address: "",
        organizer: "",
      }),
    );
  const occurrences = event.schedule
    ? expandSchedule(
        event.schedule,
        { eventId: event.id, timeZone: event.timeZone },
        { from: now - DAY, to: now + 60 * DAY },
      ).map(({ id: _id, note, ...one }) => ({
        ...one,
        eventId: event.id,
        noteEn: note.en,
        noteFa: note.fa,
        previousStartsAt: null,
        isOver: false,
        sequence: 0,
        updatedAt: 0,
      }))
    : undefined;
  const mail = notifiedEventValues({ event, city: tehran }, reader, ORIGIN);
  return {
    page: said(
      `${when.tile.weekday} ${when.tile.day} ${when.tile.month}`,
      when.beside,
      when.below,
      when.aside,
      when.hours && `${when.hours.length} days of hours`,
      factsOf(subject)
        .filter(({ key }) => key === "length")
        .map(({ label, value }) => `${label} ${value}`)
        .join(),
      priceOf(subject, false).text,
    ),
    bar: said(priceOf(subject, false).text, shortWhen(subject, false)),
    row: said(card.time, card.aside, card.more, card.priceOfDay ?? card.price),
    card: said(
      card.tile.weekday,
      card.tile.day,
      card.tile.month,
      card.when,
      card.follows,
      card.price,
    ),
    week: said(card.time, card.more, card.venue, card.city, card.priceOfDay ?? card.price),
    pin: pin ? said(pin.short, pin.when, pin.venue, pin.price) : null,
    linkCard: drawn("card"),
    story: drawn("story"),
    poster: drawn("poster"),
    file: dated(eventIcs({ ...event, occurrences }, tehran, { locale, origin: ORIGIN })),
    mail: said(mail.when, mail.price),
  };
}

/** A mail or notification that names the time of an event, in the words that its kind has. */
const TIMED = MAILED_KINDS.filter((kind) =>
  (variablesOf(kind) as readonly string[]).includes("when"),
);
const OCCASIONS = ["starts", "opens", "open", "ends"] as const;

/** What each mail and notification says about an event of a kind, and about one date of it. */
function noticesOf(of: FactsEvent, locale: Locale) {
  const reader = { ...readerOf(locale), timeZone: null };
  const event: EventRow = { ...sampleEvent({ ...of, venueEn: "" }), ...of, titleEn: "X" };
  const { startsAt, endsAt, timeZone, allDay } = event;
  const mail = (kind: MailedKind, more: Record<string, unknown> = {}) => {
    const isDate = kind === "event-reminder" || kind === "event-dates-added";
    const { when } = notifiedEventValues({ event, city: tehran, isDate }, reader, ORIGIN);
    const values = Object.fromEntries(variablesOf(kind).map((name) => [name, null]));
    const { subject, text } = SHIPPED_TEMPLATES[kind].bodies[locale];
    const given = { ...values, name: "N", title: "X", when, old_when: "OLD", ...more };
    const say = (part: string) => renderTemplate("text", part, given).output.trim();
    return said(say(subject), ...say(text).split(/\n+/).slice(2));
  };
  const t = translatorFor(locale);
  const { when } = notifiedEventValues({ event, city: tehran }, reader, ORIGIN);
  const told = (kind: string, more: Record<string, unknown> = {}) => {
    const values = {
      title: { en: "X", fa: null },
      startsAt,
      timeZone,
      allDay,
      lastAt: lastDayAt(event),
      city: { en: "Tehran", fa: "تهران" },
      count: 2,
      ...more,
    };
    const { title, message } = notificationText({ kind, values }, reader);
    return said(title, message);
  };
  return {
    ...Object.fromEntries(
      TIMED.filter((kind) => kind !== "event-reminder").map((kind) => [
        `mail ${kind}`,
        mail(kind, {
          changes:
            kind === "event-changed"
              ? [
                  t("notifications:change.time", { when, old: "OLD" }),
                  t("notifications:change.end", { when }),
                ]
              : null,
        }),
      ]),
    ),
    ...Object.fromEntries(
      OCCASIONS.flatMap((occasion) => {
        // Others have no opening and no last day.
        if ((occasion === "starts") === (event.runsUntil !== null)) return [];
        return [
          [`mail event-reminder ${occasion}`, mail("event-reminder", { occasion })],
          [
            `told event-reminder ${occasion}`,
            told("event-reminder", { occasion, endsAt, lastAt: undefined }),
          ],
        ];
      }),
    ),
    "told event-new-in-city": told("event-new-in-city"),
    "told event-dates-added": told("event-dates-added", { endsAt, lastAt: undefined }),
    "told event-cancelled": told("event-cancelled", { oldStartsAt: startsAt }),
    "told event-moved": told("event-moved", { oldStartsAt: startsAt - 7 * DAY }),
    "told event-reinstated": told("event-reinstated", { oldStartsAt: startsAt }),
    "date of a guest": notifiedEventValues({ event, city: tehran, isDate: true }, reader, ORIGIN)
      .when,
  };
}

/** `Surface: what it says`, by kind. */
const sheet = (facts: readonly (readonly [string, Record<string, string | null>])[]): string =>
  facts
    .map(([kind, surfaces]) =>
      [
        `## ${kind}`,
        ...Object.entries(surfaces).map(([surface, text]) => `- ${surface}: ${text ?? "–"}`),
      ].join("\n"),
    )
    .join("\n\n");

describe.each(["en", "fa"] as const)("an event on each surface (%s)", (locale) => {
  const facts = Promise.all(
    EVENT_KINDS.map(async (kind) => {
      const [sample, now] = SAMPLES[kind];
      return [kind, await surfacesOf(sample, now, locale)] as const;
    }),
  );

  it("says the facts of its kind, as the sheet has them", async () => {
    await expect(`${sheet(await facts)}\n`).toMatchFileSnapshot(
      `../../../tests/fixtures/event-surfaces/${locale}.md`,
    );
  });

  it("is told of in mails and notifications by the words of its kind", async () => {
    const notices = EVENT_KINDS.map((kind) => [kind, noticesOf(SAMPLES[kind][0], locale)] as const);
    await expect(`${sheet(notices)}\n`).toMatchFileSnapshot(
      `../../../tests/fixtures/event-surfaces/notices-${locale}.md`,
    );
    const all = notices.flatMap(([kind, said]) =>
      Object.entries(said).map(([name, text]) => `${kind} ${name}: ${text}`),
    );
    // No exhibition starts, and no sentence takes a rule or a last day for a moment.
    expect(all.filter((text) => /^exhibition .*(starts|شروع)/.test(text))).toEqual([]);
    expect(all.filter((text) => /(starts|on|now|شروعش) (Every|Until|هر|تا) /i.test(text))).toEqual(
      [],
    );
    // Of one date, neither a rule nor a run.
    expect(
      all.filter((text) =>
        /(guest|reminder \w+|dates-added): .*(every |until|هر |نوبت‌های دیگر تا)/i.test(text),
      ),
    ).toEqual([]);
  });

  it.each(EVENT_KINDS)("keeps the rules of its kind: %s", async (kind) => {
    const found = (await facts).find(([name]) => name === kind)?.[1];
    if (!found) throw new Error(kind);
    const all = Object.entries(found).map(([surface, text]) => `${surface}: ${text}`);
    const some = (pattern: RegExp) => all.filter((text) => pattern.test(text));
    expect(some(/City Theater of Tehran[,|، ]+Tehran/)).toEqual([]);
    // Others keep link cards for weeks.
    expect(found.linkCard).not.toMatch(/toman|Free|تومان|رایگان/);
    for (const picture of [found.story, found.poster])
      expect(picture).toMatch(/toman|Free|تومان|رایگان/);
    if (kind === "exhibition" || kind === "days" || kind === "ongoing") {
      // A run shows its days without opening hours.
      expect(found.bar).not.toMatch(/:/);
      expect(some(/Duration|\d+ hours|مدت|[۰-۹]+ ساعت/)).toEqual([]);
      expect(some(/DURATION/)).toEqual([]);
    }
    // A class leads with its rule, and the tile alone says the next date.
    if (kind === "class") {
      expect(found.page).toMatch(/^(next|بعدی) [^|]* \| (Every|هر) /);
      expect(found.page?.split(locale === "en" ? "1 Dec" : "۱۰ آذر")).toHaveLength(2);
    }
    // Counted once: the same number wherever there is one.
    const counts = all.flatMap(
      (text) => /([\d۰-۹]+) (?:more date|نوبت دیگر)/.exec(text)?.[1] ?? [],
    );
    expect(new Set(counts).size).toBe(kind === "showings" ? 1 : 0);
  });
});
