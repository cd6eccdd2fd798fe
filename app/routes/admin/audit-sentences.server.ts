import { inArray } from "drizzle-orm";
import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import type { Deps } from "~/lib/deps";
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from "~/modules/audit/audit-actions";
import type { ListedEntry } from "~/modules/audit/list-entries.server";
import { cities, events, organizers, users, venues } from "../../../db/schema";

/** Entities whose id is a readable key. */
const KEYED: readonly string[] = [
  "email-template",
  "notification-rule",
  "feature-flag",
  "platform-settings",
  "ux-settings",
];

type Named = Pick<ListedEntry, "actorId" | "actorName" | "action" | "entity" | "entityId">;

/** Keeps a name's direction from reordering the sentence around it. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/**
 * Names of the events, people, cities, venues and organizers that entries are about, by entity and
 * id, in one round trip. At most 90 entries.
 */
async function namesOf(
  { db }: Pick<Deps, "db">,
  entries: readonly Named[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (entity: string) => [
    ...new Set(
      entries.flatMap((entry) =>
        entry.entity === entity && entry.entityId ? [entry.entityId] : [],
      ),
    ),
  ];
  const [titles, people, places, halls, companies] = await db.batch([
    db
      .select({ id: events.id, en: events.titleEn, fa: events.titleFa })
      .from(events)
      .where(inArray(events.id, idsOf("event"))),
    db
      .select({ id: users.id, name: users.displayName })
      .from(users)
      .where(inArray(users.id, idsOf("user"))),
    db
      .select({ id: cities.id, en: cities.nameEn, fa: cities.nameFa })
      .from(cities)
      .where(inArray(cities.id, idsOf("city"))),
    db
      .select({ id: venues.id, en: venues.nameEn, fa: venues.nameFa })
      .from(venues)
      .where(inArray(venues.id, idsOf("venue"))),
    db
      .select({ id: organizers.id, en: organizers.nameEn, fa: organizers.nameFa })
      .from(organizers)
      .where(inArray(organizers.id, idsOf("organizer"))),
  ]);
  const inLocale = ({ en, fa }: { en: string; fa: string | null }) =>
    locale === "fa" ? (fa ?? en) : en;
  return new Map([
    ...titles.map((row) => [`event ${row.id}`, inLocale(row)] as const),
    ...people.map(({ id, name }) => [`user ${id}`, name] as const),
    ...places.map((row) => [`city ${row.id}`, inLocale(row)] as const),
    ...halls.map((row) => [`venue ${row.id}`, inLocale(row)] as const),
    ...companies.map((row) => [`organizer ${row.id}`, inLocale(row)] as const),
  ]);
}

/** Entries as sentences, "{moderator} approved {title}", in their order. At most 90 entries. */
export async function auditSentences(
  deps: Pick<Deps, "db">,
  entries: readonly Named[],
  locale: Locale,
): Promise<string[]> {
  const t = translatorFor(locale);
  const names = await namesOf(deps, entries, locale);
  const thing = ({ entity, entityId }: Named): string => {
    if (!AUDIT_ENTITIES.includes(entity)) return entity;
    const name = KEYED.includes(entity) ? entityId : names.get(`${entity} ${entityId}`);
    return name
      ? t(`admin:audit.thing.${entity}` as TextKey<"admin">, { name: isolated(name) })
      : t(unnamedKey(entity));
  };
  return entries.map((entry) => {
    const actor = entry.actorName && isolated(entry.actorName);
    const who = actor || t(entry.actorId === null ? "admin:audit.system" : "admin:audit.gone");
    return t(sentenceKey(entry.action), {
      who,
      what: thing(entry),
      action: isolated(entry.action),
    });
  });
}

/** Keys of texts have dots between their steps, so the dot of an action is an underscore there. */
const sentenceKey = (action: string) =>
  `admin:audit.did.${AUDIT_ACTIONS.includes(action) ? action.replace(".", "_") : "other"}` as TextKey<"admin">;

const unnamedKey = (entity: string) => `admin:audit.unnamed.${entity}` as TextKey<"admin">;

/** What actions are about, where their first word does not say it; by action or by that word. */
const SUBJECTS: Readonly<Record<string, string>> = {
  ingestion: "ingestion-run",
  week: "city",
  claim: "host",
  announcement: "host",
  decision: "event",
  "source.proposal-accepted": "event",
  "source.proposal-dismissed": "event",
};

/** The choices of the filter by action, as sentences without names: "Someone approved an event". */
export function actionChoices(locale: Locale): { value: string; label: string }[] {
  const t = translatorFor(locale);
  return AUDIT_ACTIONS.map((action) => {
    const [prefix = ""] = action.split(".");
    const subject =
      SUBJECTS[action] ?? SUBJECTS[prefix] ?? (AUDIT_ENTITIES.includes(prefix) ? prefix : null);
    const what = subject === null ? "" : t(unnamedKey(subject));
    return {
      value: action,
      label: t(sentenceKey(action), { who: t("admin:audit.someone"), what, action }),
    };
  }).sort((a, b) => a.label.localeCompare(b.label, locale));
}
