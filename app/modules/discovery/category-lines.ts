import type { CategoryName } from "../../lib/event/categories";

/**
 * One line about each category, under its heading. A table of data in both languages, as the names
 * of categories and of cities are: the compiler holds it to the categories, which a file of texts
 * could not be held to.
 */
export const CATEGORY_LINES: Readonly<Record<CategoryName, { en: string; fa: string }>> = {
  Workshop: {
    en: "Clay, wool, wood and code. You leave with something you made.",
    fa: "گِل و پشم و چوب و کد. دست‌خالی برنمی‌گردید.",
  },
  "Movie Screening": {
    en: "One film, one room, and the talk on the way out.",
    fa: "یک فیلم، یک سالن، و گپِ بعد از نمایش.",
  },
  Festival: {
    en: "Several days, several stages, one wristband.",
    fa: "چند روز، چند صحنه، یک بلیت.",
  },
  Talk: {
    en: "Someone who knows, and time for questions.",
    fa: "کسی که می‌داند، و فرصتی برای پرسیدن.",
  },
  Theater: {
    en: "Lights down, phones off, somebody walks on.",
    fa: "چراغ‌ها خاموش، گوشی‌ها هم؛ کسی روی صحنه می‌آید.",
  },
  Community: {
    en: "Neighbours, regulars and whoever turns up.",
    fa: "همسایه‌ها، همیشگی‌ها و هر که از راه برسد.",
  },
  "Art Exhibition": {
    en: "White walls, new work, tea at the opening.",
    fa: "دیوارهای سفید، کارهای تازه، و چایِ شب افتتاح.",
  },
  Concert: {
    en: "Seats, strings and a hush before the first note.",
    fa: "صندلی و ساز، و سکوتِ پیش از اولین نُت.",
  },
  Music: {
    en: "Sessions, open stages and songs you can join.",
    fa: "همنوازی، صحنهٔ باز و ترانه‌هایی که با هم می‌خوانیم.",
  },
  Dance: {
    en: "To watch, or to learn with two left feet.",
    fa: "برای تماشا، یا برای یاد گرفتن از قدم اول.",
  },
  "Food & Drink": {
    en: "Long tables, short menus, second helpings.",
    fa: "سفره‌های بلند، منوهای کوتاه، و یک کفگیرِ دیگر.",
  },
  Sports: { en: "Play, or shout from the side.", fa: "بازی کنید، یا از کنار زمین داد بزنید." },
  Networking: { en: "Handshakes that turn into something.", fa: "آشنایی‌هایی که به جایی می‌رسند." },
  Comedy: {
    en: "One mic, and strangers laughing at the same thing.",
    fa: "یک میکروفن، و غریبه‌هایی که با هم می‌خندند.",
  },
  Film: {
    en: "For those who stay until the last name has rolled.",
    fa: "برای آن‌ها که تا آخرین نامِ تیتراژ می‌نشینند.",
  },
  Literature: {
    en: "Readings, signings and poems said aloud.",
    fa: "خوانش، رونمایی، و شعری که بلند خوانده شود.",
  },
  Technology: {
    en: "Meetups, demos and the odd broken build.",
    fa: "دورهمی و نمایش کار، و گاهی کدی که کار نمی‌کند.",
  },
  Business: {
    en: "Plans, numbers and people who have done it before.",
    fa: "نقشه و عدد، و آدم‌هایی که یک بار راهش را رفته‌اند.",
  },
  "Health & Wellness": {
    en: "Slow breath, straight back, early night.",
    fa: "نفسِ آرام، کمرِ راست، خوابِ زود.",
  },
  Fashion: {
    en: "Cloth, cut, and what is worn next.",
    fa: "پارچه و برش، و آنچه بعد از این می‌پوشیم.",
  },
  Gaming: {
    en: "Boards, dice and screens, with people beside you.",
    fa: "صفحه و تاس و نمایشگر، کنارِ آدم‌های دیگر.",
  },
  Charity: {
    en: "An evening out that does some good.",
    fa: "شبی بیرون از خانه که گرهی باز می‌کند.",
  },
  Education: {
    en: "Courses and open classes, for the love of knowing.",
    fa: "دوره و کلاسِ آزاد، به شوقِ دانستن.",
  },
  "Kids & Family": {
    en: "Made for small people and those who carry their coats.",
    fa: "برای کوچولوها، و آن‌ها که کاپشنشان را نگه می‌دارند.",
  },
  Outdoors: {
    en: "Boots, a flask, and the first light on the hill.",
    fa: "کفش کوه و فلاسک، و نورِ اولِ صبح روی دامنه.",
  },
  Nightlife: { en: "For the hours after the last course.", fa: "برای ساعت‌های بعد از شام." },
};
