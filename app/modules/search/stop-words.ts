/** Suffixes that are written as separate words: they form no phrase with the word before. */
export const SUFFIXES_APART: ReadonlySet<string> = new Set(
  "ها های هایی هایم هایت هایش تر ترین ام اند ای s".split(" "),
);

/** Common words that rank results but do not select them. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  "persian iranian iran ایران ایرانی night nights evening day days شب شبی شبهای عصر روز روزهای live new best good nice great top popular بهترین خوب جدید".split(
    " ",
  ),
);

/** Folded words without meaning for a search. They count only if a query has no others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the of in at on for and or to with by near from is are was be me my i we you it this that these those what where when which who how " +
    "do does any all some about around show find search looking look want go going things thing something anything stuff event events happening happenings there s t " +
    "و در به از با برای که این ان را تا یک های ها هایی می نمی ای ام اند ترین تر روی بر هم است هست چه کجا کی چی رو یا اون همه هر " +
    "whats theres happen somewhere anywhere place places idea ideas please could should would like us our your " +
    "جا جای جایی جاهای بریم برم برویم بروم باشه باشد میشه داره دارم لطفا واسه تو توی ما من یه یک چیز چیزی بده بگو خبر  م ش ت مون تون شون ات " +
    "activity activities فعالیت فعالیتهای فعالیتها برنامه برنامهها برنامههای " +
    "رویداد رویدادها رویدادهای رخداد ایونت مراسم نزدیک اطراف میخوام میخواهم پیدا کن خواهم خوام دنبال"
  ).split(" "),
);
