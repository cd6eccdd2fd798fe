import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, startOfDay } from "../../../lib/dates/dates.server";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { paths } from "../../../lib/paths";
import { parseInline } from "../../../modules/settings/site-texts.server";
import { parseChangelog } from "./parse-changelog";

/** The changelog of the repository, taken in when the product is built (decisions.md §1). */
export async function readChangelog(context: RequestContext) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const file = await deps.shipped(`/texts/changelog.${locale}.md`);
  const { title, intro, versions } = parseChangelog(await file.text());
  return {
    head: pageHead(context, paths.changelog(), {
      title,
      description: t("pages:changelog.description"),
    }),
    title,
    intro: intro.map(parseInline),
    versions: versions.map(({ version, date, label, yanked, intro, changes }) => ({
      version,
      day: date,
      date: date ? formatDate(startOfDay(date, "UTC"), "UTC", context, { weekday: false }) : label,
      yanked,
      intro: intro.map(parseInline),
      changes: changes.map(({ kind, items }) => ({ kind, items: items.map(parseInline) })),
    })),
  };
}
