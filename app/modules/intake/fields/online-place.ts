import { webUrl } from "../../../lib/http/web-url";
import { foldWords } from "../text/fold-words";

const ONLINE =
  /^(?:(?:live )?online(?: event| only)?|virtual(?: event| meeting)?|webinar|live ?stream|(?:microsoft )?teams(?: meeting)?|zoom(?: meeting)?|google meet|skype(?: meeting)?|jitsi|discord|clubhouse|youtube(?: live)?|instagram(?: live)?|آنلاین|مجازی|برخط|غیرحضوری|وبینار|اسکای ?روم|(?:لایو )?اینستاگرام|کلاب ?هاوس|گوگل ?میت|زوم)(?:[\s:(–-].*)?$/u;
const MEETING =
  /https:\/\/(?:[\w.-]*\.)?(?:zoom\.us|teams\.(?:microsoft|live)\.com|meet\.google\.com|meet\.jit\.si|webex\.com|skyroom\.online|whereby\.com|gotomeeting\.com|bigbluebutton\.org)\/[^\s<>"']{1,500}/i;

/** Whether the words of a place name none: "Online", "Microsoft Teams Meeting", «آنلاین». */
export const isOnlinePlace = (place: string): boolean =>
  ONLINE.test(foldWords(place)) || webUrl(place.trim()) !== null;

/** The address of a video meeting in a text; null for none. */
export const meetingUrl = (text: string | null): string | null =>
  MEETING.exec(text ?? "")?.[0].replace(/[.,;)]+$/, "") ?? null;
