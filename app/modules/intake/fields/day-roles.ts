/** "opening" is of a private view beside the run. */
export type DayRole = "listed" | "from" | "until" | "aside" | "opening";

const ASIDE =
  /(?<!\p{L})(?:rain[- ]?date|rain ?check|(?:back-?up|fallback|reserve|alternative|alternate) (?:date|day)|(?:if|in case) (?:it rains|it is raining|of (?:rain|bad weather|snow))|(?:wet|bad)[- ]weather|ausweichtermin|bei (?:regen|schlechtem wetter)|date de repli|در صورت(?: \p{L}+)? ?(?:بارش|بارندگی|باران|برف|نامساعد|بدی هوا)|اگر (?:باران|برف|هوا)|(?:تاریخ|روز|زمان) (?:ذخیره|جایگزین|رزرو))(?!\p{L})[^.;|\d]{0,40}$|(?:مهلت|ددلاین|deadline|register by|registration (?:until|till|by)|پیش ?فروش|early ?bird|زودهنگام|ثبت ?نام (?:تا|از)|فراخوان)[^\d]{0,24}$|(?:[€$£]|aed|dhs|تومان|تومن|هزار|میلیون)[ \d.,(]{0,12}(?:till|until|by|before|تا) ?$|(?:early ?birds?|پیش ?فروش|زودهنگام|زودتر از|قبل از)(?!.*[|]).{0,36}$|(?:قرار بود|به ?جای|originally|instead of|(?:moves?|moved|rescheduled|postponed|shift(?:s|ed)|pushed|changed) from|was due|due on|(?:was|were) (?:scheduled|planned|set|announced)(?: to \p{L}+)? (?:for|on)|به تاریخ قبلی)[^\d]{0,30}$|(?:^|[(.;,–—-] ?)was:? (?:on )?(?:\p{L}+day,? )?$|(?<!\p{L})(?:complet|ausverkauft)(?: \p{L}+){0,2} ?$|(?<!\p{L})press (?:night|view|preview)[^\d]{0,12}$|(?<!\p{L})(?:refunds?|rsvp|registration|register|book(?:ings?)?|submissions?|applications?|apply|sign[- ]?up|deposits?|cancellations?)(?!\p{L})[^\d|]{0,30}(?<!\p{L})(?:until|till|by|before|closes?|ends?)(?: on)?(?: the)? ?(?:\p{L}+day,? )?$|(?<!\p{L})(?:aanmelden|opgave|anmeldung(?:en)?|anmälan|påmelding|tilmelding|inscriptions?|réservations?)(?!\p{L})[^\d|]{0,30}(?<!\p{L})(?:vóór|voor|tot|bis|vor|senast|innen|før|avant|jusqu['’]au)(?: \p{L}+dag,?| den| le| zum| dem)* ?$|(?<!\p{L})(?:پیش ?پرداخت|بیعانه|انصراف|کنسلی|استرداد|فراخوان|ارسال آثار|تکمیل فرم)(?!\p{L})[^|\n]{0,30}(?<!\p{L})تا ?(?:روز |تاریخ )?(?:\p{L}* ?شنبه |جمعه )?$/u;
/** Before the run of an exhibition, or beside it. */
export const OPENING =
  /(?<!\p{L})(?:افتتاح(?:یه)?|اختتامیه|گشایش|private view|opening (?:reception|night|party)|meet the artist|finissage|vernissage|artist talk)(?!\p{L})/u;
/** Behind an old day, before the new one. */
const MOVED_TO =
  /^[^.؛;]{0,24}(?<!\p{L})(?:به|to)(?!\p{L})[^.؛;]{0,40}(?:منتقل|موکول|تغییر|جابه ?جا|انتقال)|^[^.;]{0,12} to (?=[^.;]{0,30}\d)(?<=moved.*|rescheduled.*)/u;
/** Behind the old day, before the new one, without a word before: "Our 12 Dec potluck has been moved to …". */
const REPLACED =
  /^[^.؛;\d]{0,40}(?<!\p{L})به(?!\p{L})[^.؛;\d]{0,24}\d[^.؛;]{0,40}(?:موکول|منتقل|انتقال|تغییر|جابه ?جا)|^[^.;\d]{0,60}(?:moved|rescheduled|postponed|pushed|shifted)(?: back| forward)? to [^.;\d]{0,24}\d|^[^\n]{0,200}?(?<!\p{L})(?:rescheduled for|new date|neuer termin|nieuwe datum|nouvelle date|ny dato|nytt datum)(?: is| am| ist|:)? [^.;\d]{0,24}\d/u;
/** Behind a day that was planned once. */
export const PLANNED = /^[^.؛;\d]{0,40}(?:برنامه ?ریزی|اعلام|پیش ?بینی|در نظر گرفته) شده بود/u;
/** Behind a day of another year, which is told in passing. */
export const OF_LAST_YEAR =
  /^[\s,،]*(?:(?:of |in )?last year|(?:در )?(?:پارسال|سال (?:گذشته|پیش|قبل)))(?!\p{L})/u;
/** A day that was corrected. */
export const CORRECTED = /^ ?[?؟!.…]* ?(?:->|–>|–|→)? ?(?:نه|no[,!]|sorry|اشتباه)(?!\p{L})/u;
const FROM =
  /(?<!\p{L})(?:from|starting(?: on| from)?|beginning|starts?(?: on)?|since|as of|ab(?: dem)?|از|شروع(?: \p{L}+)?(?: از)?|آغاز(?: از)?)[\s:,]*(?:on |the |روز )?$/u;
const UNTIL =
  /(?<!\p{L})(?:until|till|through|thru|(?:continues|runs|on view|extended) to|ends?(?: on)?|closing|up to|bis|پایان|تا|الی|لغایت)[\s:,]*(?:on |the |روز )?$/u;

/** What a day is to the dates, by the words around it. */
export function roleOf(
  before: string,
  after: string,
  endsRun: boolean,
  isOpening: boolean,
): DayRole {
  if (
    ASIDE.test(`${before} `) ||
    ASIDE.test(before) ||
    CORRECTED.test(after) ||
    PLANNED.test(after) ||
    REPLACED.test(after) ||
    OF_LAST_YEAR.test(after)
  )
    return "aside";
  if (/(?<!\p{L})(?:از|from) ?(?:روز |تاریخ )?$/u.test(`${before} `) && MOVED_TO.test(after))
    return "aside";
  if (endsRun || UNTIL.test(`${before} `)) return "until";
  if (isOpening) return "opening";
  return FROM.test(`${before} `) ? "from" : "listed";
}
