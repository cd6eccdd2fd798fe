/**
 * How much one account or network may do (decisions.md §12). Each number is a variable of
 * wrangler.toml (docs/deploy.md).
 */
const DEFAULTS = {
  READS_PER_MINUTE_ANONYMOUS: 120,
  READS_PER_MINUTE_USER: 600,
  SEARCHES_PER_MINUTE_ANONYMOUS: 60,
  SEARCHES_PER_MINUTE_USER: 300,
  SUGGESTIONS_PER_MINUTE: 300,
  FILES_PER_MINUTE: 3_000,
  DRAFTS_PER_DAY: 50,
  COLLECTIONS_PER_DAY: 30,
  NOTES_PER_DAY: 100,
  AUDIT_REPORTS_PER_DAY: 30,
  IMPORTS_PER_DAY: 100,
  DRAFTINGS_PER_DAY: 50,
  UPLOAD_MEGABYTES_PER_DAY: 500,
} as const;

export type LimitName = keyof typeof DEFAULTS;
export type Limits = Readonly<Record<LimitName, number>>;

/** @param problems gains a sentence for each variable that is no whole number above 0 */
export function readLimits(env: Partial<Record<LimitName, string>>, problems: string[]): Limits {
  const limits: Record<LimitName, number> = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as LimitName[]) {
    const text = env[name];
    if (!text) continue;
    const number = Number(text);
    if (Number.isSafeInteger(number) && number > 0) limits[name] = number;
    else problems.push(`${name} is "${text}"; it can be a whole number above 0.`);
  }
  return limits;
}
