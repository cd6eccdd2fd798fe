import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { announcedCity, type CityPattern, cityMentions } from "./read-announced-city";
import { beginsAsVenue, isVenueName, readAnnouncedVenue } from "./read-announced-venue";

/** Where an announced event takes place. */
export interface AnnouncedPlace {
  /** Slug; null where nothing tells it. */
  city: string | null;
  venue: string | null;
  /** Other words of the place: street, district. */
  address: string | null;
  attendance: "in-person" | "online" | "hybrid";
  findings: IssueCode[];
}

const ONLINE =
  /(?<!\p{L})(?:آنلاین|انلاین|مجازی|وبینار|لایو ?اینستا(?:گرام(?:ی)?)?|لایو|زوم|اسکای ?روم|گوگل ?میت|ادوبی ?کانکت|کلاب ?هاوس|بستر|غیرحضوری|پخش زنده|online|virtual|webinar|zoom|google meet|livestream|live ?stream|youtube live|teams|stream)(?!\p{L})/u;
const NOT_ONLINE =
  /(?:خرید|فروش|ثبت ?نام|بلی[تط]|رزرو|سفارش|پرداخت)[^\n.|]{0,14}(?:آنلاین|اینترنتی)|(?:tickets?|book(?:ing)?|register|registration|buy|sale)[^\n.|]{0,14}online|online (?:tickets?|booking|sales?|registration|shop)|لایو (?:آکوستیک|موزیک|موسیقی|پرفورمنس|اجرا)|live (?:music|at|from)|آنلاین (?:تهیه|بخرید|رزرو)/gu;
const IN_PERSON = /(?<!\p{L})(?:in person|on site|hybrid|حضوری|ترکیبی|هیبریدی)(?!\p{L})/u;
const COUNTRY = /^(?:city|شهر|استان|germany|iran|uk|usa|ca|ایران|de|[nsew]|[nsew][ewc])$/u;

const withoutLinks = (line: string): string =>
  line.replace(/https?:\/\/\S+|(?:[\w-]+\.)+[a-z]{2,}\/\S*|@[\w.]+/giu, (link) =>
    " ".repeat(link.length),
  );
const fold = (text: string): string => foldWords(text, 600);

/**
 * Reads where an announced event takes place. @param titleLine line of the title, whose names of
 * cities and halls are weaker; -1 for none @param chosen slug of the city that the form or channel is
 * about
 */
export function readAnnouncedPlace(
  written: readonly string[],
  titleLine: number,
  patterns: readonly CityPattern[],
  chosen: string | null,
): AnnouncedPlace {
  const lines = written.map((line) => fold(withoutLinks(line)));
  const mentions = cityMentions(lines, titleLine, patterns);
  const { city, findings } = announcedCity(mentions, chosen);
  const isCity = (part: string): boolean =>
    patterns.some(({ pattern }) => {
      const folded = fold(part);
      const rest = folded.replace(pattern, " ").replace(/[^\p{L}]+/gu, "");
      return (
        rest.length < folded.replace(/[^\p{L}]+/gu, "").length &&
        (rest === "" || COUNTRY.test(rest))
      );
    });
  const bare = lines.map((line) => line.replace(NOT_ONLINE, " "));
  const isOnline = bare.some((line) => ONLINE.test(line));
  const venue = readAnnouncedVenue(written, titleLine, isCity);
  const isHybrid = isOnline && lines.some((line) => IN_PERSON.test(line));
  // A stream of what takes place at a venue: "We're adding a livestream".
  const isStream = venue.isSure && beginsAsVenue(venue.name ?? "");
  if (isOnline && !isHybrid && !isStream) {
    // "Royce Hall and via livestream": a house was named.
    const isHouse = venue.isSure && venue.name !== null && isVenueName(venue.name);
    return {
      // A city in such a text names a clock.
      city: chosen,
      venue: null,
      address: null,
      attendance: "online",
      findings: [
        ...findings.filter((code) => chosen === null || code !== "unclear-city"),
        ...(isHouse ? ["unclear-place" as const] : []),
      ],
    };
  }
  const isTwo =
    venue.name !== null &&
    (/ \+ |\p{L} و (?:تالار|سالن|فرهنگسرا|خانه|موزه|گالری|پارک|سینما)/u.test(venue.name) ||
      // "Rudaki Hall & Vahdat Hall"; "Politics & Prose" is one.
      (/ & /u.test(venue.name) && (!venue.isSure || venue.name.split(" & ").some(isVenueName))));
  return {
    city,
    venue: venue.name,
    address: venue.address,
    attendance: isOnline ? "hybrid" : "in-person",
    findings:
      venue.name === null || !venue.isSure || isTwo || (isOnline && !isHybrid)
        ? [...findings, "unclear-place"]
        : findings,
  };
}
