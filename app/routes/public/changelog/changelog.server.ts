import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, startOfDay } from "../../../lib/dates/dates.server";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { paths } from "../../../lib/paths";
import { parseInline } from "../../../modules/settings/site-texts.server";

/** One version of a changelog as it is written (Keep a Changelog 1.1.0). */
interface ChangelogVersion {
  version: string;
  /** YYYY-MM-DD; null where the version is not out yet. */
  date: string | null;
  /** Text in place of the date. */
  label: string;
  yanked: boolean;
  intro: string[];
  changes: { kind: string; items: string[] }[];
}

export interface Changelog {
  title: string;
  intro: string[];
  versions: ChangelogVersion[];
}

const VERSION = /^##\s+\[?([^\]\s]+)\]?(?:\s+[-–—]\s+(.*))?$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Parses a changelog's subset of Markdown: a title, versions, kinds of change, paragraphs and lists
 * with indented continuation lines. Ignores link definitions (`[0.1.0]: https://…`).
 */
export function parseChangelog(markdown: string): Changelog {
  const log: Changelog = { title: "", intro: [], versions: [] };
  let version: ChangelogVersion | null = null;
  let items: string[] | null = null;
  /** The target of a continuation line: the last paragraph or item. */
  let open: string[] | null = null;
  for (const raw of markdown.split(/\r?\n/)) {
    const line = raw.trim();
    const heading = VERSION.exec(line);
    if (line === "") {
      open = null;
    } else if (heading) {
      const label = (heading[2] ?? "").replace(/\s*\[YANKED\]\s*$/i, "");
      version = {
        version: heading[1] ?? "",
        date: DAY.exec(label)?.[0] ?? null,
        label,
        yanked: /\[YANKED\]/i.test(line),
        intro: [],
        changes: [],
      };
      log.versions.push(version);
      items = open = null;
    } else if (line.startsWith("### ")) {
      items = [];
      open = null;
      version?.changes.push({ kind: line.slice(4).trim(), items });
    } else if (line.startsWith("# ")) {
      log.title = line.slice(2).trim();
    } else if (/^\[[^\]]+\]:\s/.test(line)) {
      open = null;
    } else if (/^[-*]\s/.test(line) && items) {
      items.push(line.slice(2).trim());
      open = items;
    } else if (open) {
      open.push(`${open.pop()} ${line}`);
    } else {
      open = version ? version.intro : log.intro;
      open.push(line);
    }
  }
  return log;
}

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
