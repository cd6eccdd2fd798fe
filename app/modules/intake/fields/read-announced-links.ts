import { foldWords } from "../text/fold-words";
import { readUrl } from "./read-url";

/** Links of an announcement by what they are for. */
export interface AnnouncedLinks {
  /** Where places are bought or booked; null for none. */
  ticketUrl: string | null;
  /** Where an online event takes place; null for none. */
  onlineUrl: string | null;
  /** Whether it may be for something else than booking. */
  isDoubtful: boolean;
  /** Whether the one reason is that it is a site's front page beside no word of booking. */
  isFrontPage: boolean;
  /** Links that are neither, such as maps and channels. */
  others: string[];
}

const ADDRESS =
  /(?<![@\w.-])(?:https?:\/\/[^\s<>"'«»“”،؛]+|(?:www\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:\/[^\s<>"'«»“”،؛]*)?)/giu;
/** Ends of names that are files or abbreviations, not domains. */
const NO_DOMAIN = /\.(?:jpg|png|pdf|mp[34]|docx?|m|am|pm)$/i;
const NOT_TICKETS =
  /(?:^|\.)(?:t\.me|telegram\.(?:me|org)|instagram\.com|wa\.me|whatsapp\.com|facebook\.com|twitter\.com|x\.com|tiktok\.com|youtu\.be|youtube\.com|aparat\.[\w.]+|maps\.app\.goo\.gl|goo\.gl|google\.com|neshan\.org|nshn\.ir|balad\.ir|waze\.com|openstreetmap\.org|linkedin\.com|spotify\.com|soundcloud\.com|castbox\.fm|ble\.ir|eitaa\.com|rubika\.ir)$/i;
const MEETING =
  /(?:^|\.)(?:zoom\.us|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|meet\.jit\.si|webex\.com|skyroom\.online|whereby\.com|youtube\.com|youtu\.be|aparat\.[\w.]+|twitch\.tv|discord\.gg)$/i;
/** Lines of links that lead to words about it, or to a list of those who wait. */
const NO_SALE =
  /اطلاعات|جزئیات|لیست انتظار|برنامه ?(?:ی )?کامل|more info|details|waiting ?list|wait ?list|programme|(?<!\p{L})program(?!\p{L})|(?<!\p{L})(?:more|info|website) ?:/u;
/** "Programme and tickets: …". */
const SALE_TOO =
  /(?:programm?e?|برنامه|info) (?:and|&|och|og|und|et|en|\+|و) (?:tickets?|bil(?:l|j)ett?\p{L}*|karten|kaarten|بلی[تط])/u;
/** Where people give to a cause. */
const GIVING =
  /^(?:www\.)?(?:justgiving|gofundme|gogetfunding|paypal|betterplace|donate|hamibash)\./i;
const GIFTS = /کمک (?:نقدی|مالی|های نقدی)|(?<!\p{L})(?:donate|donations?|spenden?)(?!\p{L})/u;
/** "zoom.example.org", "meet.example": the first part says what it is. */
const MEETING_NAME = /^(?:zoom|meet|teams|webinar|live|stream|skyroom)\./i;
/** A link that a word for a meeting labels: "Zoom: https://…". */
const MEETING_LABEL =
  /(?<!\p{L})(?:zoom|google meet|teams|skyroom|زوم|گوگل ?میت|اسکای ?روم)(?: link)? ?: ?(?=https?:|www)/u;
const STREAM = /پخش|لینک (?:ورود|جلسه|برنامه)|تماشا|stream|join|watch|live/u;
const TICKETS =
  /بلی[تط]|خرید|رزرو|ثبت ?نام|فروش|tickets?|book|register|registration|rsvp|buy|sign[ -]?up|purchase|reserve|presale|passes|kaarten|billett|(?:get|grab) yours|karten|vorverkauf|anmeldung|anmälan|bil(?:l|j)ett?e|réserv|rezervasyon|sabt ?e? ?nam|kharid|🎟|🎫/u;

/** Reads the links of an announcement. @param isFree whether nothing is sold for it */
export function readAnnouncedLinks(
  text: string,
  isOnline: boolean,
  isFree = false,
): AnnouncedLinks {
  const found = text.split("\n").flatMap((line, place, lines) =>
    [...line.matchAll(ADDRESS)].flatMap((match) => {
      const written = match[0].replace(/[.,;:!?)\]»]+$/u, "");
      // An address of mail.
      if (/@$/.test(line.slice(0, match.index)) || NO_DOMAIN.test(written)) return [];
      const { value } = readUrl(written);
      const named = value ?? (/^https?:/i.test(written) ? written : `https://${written}`);
      if (!URL.canParse(named)) return [];
      const url = new URL(named);
      const around = foldWords(`${lines[place - 1] ?? ""} ${line}`, 300);
      return [{ url, href: named, around, line: foldWords(line, 300) }];
    }),
  );
  const meetings = found.filter(
    ({ url, line }) =>
      MEETING.test(url.hostname) ||
      (isOnline && (STREAM.test(line) || MEETING_NAME.test(url.hostname)) && !TICKETS.test(line)),
  );
  const tickets = found.filter(
    (one) =>
      !NOT_TICKETS.test(one.url.hostname) &&
      !GIVING.test(one.url.hostname) &&
      !(GIFTS.test(one.line) && !TICKETS.test(one.line)) &&
      !meetings.includes(one),
  );
  const isMap = ({ url, line }: (typeof found)[number]) =>
    /map|نقشه|مسیر|لوکیشن|location/i.test(url.pathname) || /نقشه|لوکیشن|map:|location:/u.test(line);
  const candidates = tickets.filter((one) => !isMap(one));
  const chosen = candidates.find(({ line }) => TICKETS.test(line)) ?? candidates[0];
  const sells = TICKETS.test(foldWords(text, 4_000));
  const isDoubtful =
    chosen === undefined
      ? (sells && found.some(({ url }) => GIVING.test(url.hostname))) ||
        // A page that may sell as well as show.
        meetings.some(
          ({ url, line }) =>
            !MEETING.test(url.hostname) && !STREAM.test(line) && !MEETING_LABEL.test(line),
        )
      : (isFree && !sells) ||
        (sells && GIFTS.test(foldWords(text, 4_000)) && !TICKETS.test(chosen.line)) ||
        (NO_SALE.test(chosen.line) && !SALE_TOO.test(chosen.line));
  const isFrontPage =
    chosen !== undefined && /^\/?$/.test(chosen.url.pathname) && !TICKETS.test(chosen.around);
  const meeting = isOnline ? meetings[0] : undefined;
  return {
    ticketUrl: chosen?.href ?? null,
    onlineUrl: meeting?.href ?? null,
    isDoubtful: isDoubtful || isFrontPage,
    isFrontPage: isFrontPage && !isDoubtful,
    others: found.filter((one) => one !== chosen && one !== meeting).map(({ href }) => href),
  };
}

/** Letters of a site's name that hardly stand in a title by chance. */
const SITE_LETTERS = 8;

/** Whether the link is the event's own site: "nowruzgala.example" of the Nowruz Gala. */
export function isOwnSite(
  { ticketUrl, isFrontPage }: AnnouncedLinks,
  title: string | null,
): boolean {
  const [site = ""] = (ticketUrl ?? "").replace(/^https?:\/\/(?:www\.)?/u, "").split(/[./]/u);
  const letters = foldWords(title ?? "").replace(/[^\p{L}]/gu, "");
  return isFrontPage && site.length >= SITE_LETTERS && letters.includes(site);
}
