import { addDays } from "../../../lib/dates/days";
import { dayPhrases } from "./day-phrases";
import { blanks } from "./prepared-line";
import { blanked, weekdayGroups } from "./weekday-groups";

/** What a text leaves out of its dates. */
export interface ExceptedDays {
  weekdays: number[];
  days: string[];
  /** Days of the month without the month. */
  numbers: number[];
  /** Whether a part of a day is left out, or something that could not be read. */
  isPartial: boolean;
}

const EXCEPT_BEFORE =
  /(?<!\p{L})(?:except(?: for| on)?|excluding|but not(?: on)?|no (?:class|classes|shows?|sessions?|performances?|concerts?|screenings?|games?|camp|training|lessons?|meetings?)(?: on)?|closed(?: on)?|dark(?: on)?|we skip|skipping|not on|به ?جز|بجز|جز|به ?غیر از|غیر از)(?: the| روزهای?)? ?:?/gu;
const EXCEPT_AFTER =
  /(?<!\p{L})(?:تعطیل(?:ه|ند)?|closed(?=\s*(?:[.;)]|$))|(?:اجرا|بازی|کلاس|جلسه|نمایش|برنامه|بازدید)? ?ندار(?:یم|د|ن)|اجرا ن(?:می ?شود|میشه))(?!\p{L})/gu;
/** «۱۱ تا ۱۹، شنبه‌ها تعطیل» are two clauses, «شنبه ۱۵، یکشنبه ۱۶ تعطیل» is one. */
const CLAUSE =
  /[.;()|!؛\n]|(?<!\d)،|(?<=(?:تا|الی|[-–]) ?\d{1,2}(?::\d\d)?)،(?= ?\p{L})|, (?=\D)|(?<= )[–-](?= )/u;

/** Takes out what is left out: "except Mondays", «شنبه‌ها تعطیل», "we skip the 16th". */
export function readExceptions(
  folded: string,
  except: ExceptedDays,
  today: string,
  country: string,
): string {
  let line = folded;
  const take = (clause: string, from: number): boolean => {
    const week = weekdayGroups(clause, country);
    const { days } = dayPhrases(week.rest, today);
    const weekdays = days.length > 0 ? [] : week.groups.flatMap((group) => group.days);
    const numbers =
      days.length > 0
        ? []
        : [...week.rest.matchAll(/(?<![\d:])(\d{1,2})(?:st|nd|rd|th|ام|م)(?!\p{L})/gu)].map(
            ([, number]) => Number(number),
          );
    if (weekdays.length + days.length + numbers.length === 0) return false;
    // Holidays are no days that a week has.
    if (/تعطیلات|روزهای تعطیل|holidays/u.test(clause)) except.isPartial = true;
    // «صبح جمعه تعطیل»: a part of the day.
    if (/(?<!\p{L})(?:صبح|عصر|morning|evening|فقط)(?!\p{L})/u.test(clause)) except.isPartial = true;
    else {
      except.weekdays.push(...weekdays);
      days.forEach(({ day, endsRun }, place) => {
        const since = endsRun ? days[place - 1]?.day : null;
        if (day === null) return;
        for (let one = since ?? day; one <= day; one = addDays(one, 1)) except.days.push(one);
      });
      except.numbers.push(...numbers);
    }
    line = blanked(line, from, from + clause.length);
    return true;
  };
  for (const match of folded.matchAll(EXCEPT_BEFORE)) {
    const from = match.index + match[0].length;
    const tail = folded.slice(from);
    const end = tail.search(
      /[.;()|!؛]|ساعت|(?<=\S )از \d{1,2}(?::\d\d)? ?(?:تا|الی) ?\d{1,2}(?!\d| ?\p{L}{2,}(?<! عصر| شب| ظهر))|(?<!\p{L})(?:until|till|from|moved|at)(?!\p{L})|\d{1,2}:\d\d|, ?\d{1,2}(?:[:.–-]|\s?[ap]m)|(?<= )[–-](?= )/u,
    );
    const isTaken = take(end < 0 ? tail : tail.slice(0, end), from);
    if (!isTaken && /\p{L}/u.test(tail)) except.isPartial = true;
  }
  // «جمعه فقط عصر»: a part of the day.
  line = line.replace(
    /(?:روز )?(?:\p{L}+ ?شنبه|شنبه|جمعه) ?(?:ها)? (?:فقط|only) (?:صبح|عصر|شب)/gu,
    (words) => {
      except.isPartial = true;
      return blanks(words);
    },
  );
  for (const match of line.matchAll(EXCEPT_AFTER)) {
    const before = line.slice(0, match.index);
    let from = 0;
    for (const part of before.matchAll(new RegExp(CLAUSE, "gu")))
      from = part.index + part[0].length;
    take(before.slice(from), from);
  }
  return line;
}
