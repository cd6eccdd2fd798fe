/** Folded words that say nothing about an event. They are looked for only where a query has no others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the of in at on for and or to with by near from is are was be me my i we you it this that these those what where when which who how " +
    "do does any all some about around show find search looking look want go going things thing stuff event events happening happenings there s t " +
    "و در به از با برای که این ان را تا یک های ها هایی می نمی ای ام اند ترین تر روی بر هم است هست چه کجا کی چی رو یا اون همه هر " +
    "رویداد رویدادها رویدادهای رخداد ایونت مراسم نزدیک اطراف میخوام میخواهم پیدا کن خواهم خوام دنبال"
  ).split(" "),
);
