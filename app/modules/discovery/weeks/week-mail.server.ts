import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { cities, cityWeeks, mails, users, weekSubscribers } from "../../../../db/schema";
import { mailLink } from "../../../i18n/addressed-language";
import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { paths } from "../../../lib/paths";
import { escapeHtml } from "../../../lib/text/escape-html";
import { type City, citiesById } from "../../cities/queries.server";
import { notifiedEventValues } from "../../events/present/notified-event.server";
import { cityName } from "../../events/present/present-event.server";
import type { JobStep } from "../../jobs/jobs.server";
import { enqueueNotifications } from "../../jobs/queue.server";
import { WEEK_LIST, weekToken } from "../../mail/enqueue-mail.server";
import { layOutText, type MailFrame, renderMailLayout } from "../../mail/layout.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { numberedWeekOf } from "./numbered-week";
import { TEN } from "./propose-picks.server";
import { instantsOf, picksOf, type WeekPick } from "./queries.server";

/** Subscribers per step. */
const CHUNK = 50;

interface MailedWeek {
  city: City;
  key: string;
  intro: { en: string | null; fa: string | null };
  picks: readonly WeekPick[];
}

/** The parts of a week's email that all its readers of a language share. */
function composeWeek({ city, key, intro, picks }: MailedWeek, locale: Locale, siteUrl: string) {
  const t = translatorFor(locale);
  const reader = readerOf(locale);
  const name = cityName(city, locale);
  const link = (path: string) => mailLink(siteUrl + path, locale);
  const say = (texts: { en: string | null; fa: string | null }) =>
    localized({ en: texts.en ?? texts.fa ?? "", fa: texts.fa }, locale);
  const rows = picks.map(({ event, lineEn, lineFa }) => ({
    ...notifiedEventValues({ event, city }, reader, siteUrl),
    line: say({ en: lineEn, fa: lineFa }),
    url: link(paths.event(event.id)),
  }));
  const subject = t("weeks:mail.subject", { city: name, title: rows[0]?.title ?? "" });
  const heading = t(picks.length === TEN ? "weeks:mail.heading" : "weeks:mail.headingFewer", {
    city: name,
  });
  const all = link(paths.cityWeek(city.slug, key));
  const lead = say(intro);
  const html = [
    `<h1>${escapeHtml(heading)}</h1>`,
    lead && `<p>${escapeHtml(lead)}</p>`,
    ...rows.map(
      ({ title, line, when, venue, price, url }) =>
        `<table class="event" role="presentation"><tr><td><p class="title"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>${
          line && `<p class="strong" style="font-weight:400">${escapeHtml(line)}</p>`
        }<p class="meta">${[when, venue, price].filter(Boolean).map(escapeHtml).join("&nbsp;· ")}</p></td></tr></table>`,
    ),
    `<p class="action"><a class="button" href="${escapeHtml(all)}">${escapeHtml(t("weeks:mail.all"))}</a></p>`,
  ].join("\n");
  const text = [
    heading,
    lead,
    ...rows.map(({ title, line, when, venue, price, url }) =>
      [title, line, [when, venue, price].filter(Boolean).join(" · "), url]
        .filter(Boolean)
        .join("\n"),
    ),
    `${t("weeks:mail.all")}:\n${all}`,
  ];
  return {
    subject,
    preheader: escapeHtml(lead || rows.map(({ title }) => title).join(" · ")),
    html,
    text: text.filter(Boolean).join("\n\n"),
  };
}

/**
 * One step of a week's emails: the next subscribers after `after`. Idempotent: week and subscriber
 * are the email's key.
 */
export const mailWeek: JobStep<"week.mail"> = async (deps, { weekId, after }) => {
  const { db, clock, ids } = deps;
  const found = await db
    .select({ week: cityWeeks, city: cities })
    .from(cityWeeks)
    .innerJoin(cities, eq(cities.id, cityWeeks.cityId))
    .where(eq(cityWeeks.id, weekId))
    .get();
  const { branding, notifications } = await settingsOf(deps);
  if (!found || !notifications.enableEmailNotifications) return null;
  const city = (await citiesById(deps)).get(found.city.id) ?? found.city;
  const week = numberedWeekOf(found.week.firstDay, city.countryCode);
  const picks = await picksOf(
    deps,
    weekId,
    instantsOf({ first: found.week.firstDay, last: addDays(found.week.firstDay, 6) }, city),
  );
  if (picks.length === 0) return null;
  const readers = await db
    .select({
      id: weekSubscribers.id,
      locale: weekSubscribers.locale,
      userId: weekSubscribers.userId,
      // An account's present address, while it can be written to.
      email: sql<
        string | null
      >`CASE WHEN ${weekSubscribers.userId} IS NULL THEN ${weekSubscribers.email}
        WHEN ${users.emailVerifiedAt} IS NOT NULL AND ${users.mailRefusedAt} IS NULL AND ${users.isActive} = 1 AND ${users.deletedAt} IS NULL
          AND ${users.notificationPreferences} ->> '$.emailEnabled' THEN ${users.email} END`,
    })
    .from(weekSubscribers)
    .leftJoin(users, eq(users.id, weekSubscribers.userId))
    .where(
      and(
        eq(weekSubscribers.cityId, city.id),
        gt(weekSubscribers.id, after),
        isNotNull(weekSubscribers.confirmedAt),
      ),
    )
    .orderBy(asc(weekSubscribers.id))
    .limit(CHUNK);
  const mailed = {
    city,
    key: week.key,
    intro: { en: found.week.introEn, fa: found.week.introFa },
    picks,
  };
  const composed = {
    en: composeWeek(mailed, "en", deps.siteUrl),
    fa: composeWeek(mailed, "fa", deps.siteUrl),
  };
  const now = clock.now();
  const rows = await Promise.all(
    readers.flatMap(({ id, locale, userId, email }) =>
      email === null
        ? []
        : [
            (async () => {
              const manage = mailLink(
                deps.siteUrl + paths.weekSubscription(await weekToken(deps, id)),
                locale,
              );
              const t = translatorFor(locale);
              const frame: MailFrame = {
                locale,
                siteName: branding.companyName[locale],
                siteUrl: deps.siteUrl,
                homeUrl: mailLink(deps.siteUrl, locale),
                supportEmail: branding.supportEmail,
                primaryColor: branding.primaryColor,
                preferencesUrl: manage,
                unsubscribeUrl: manage,
                pixelUrl: null,
                words: {
                  why: t("weeks:mail.why", { city: cityName(city, locale) }),
                  preferences: t("weeks:mail.manage"),
                },
              };
              const { subject, html, preheader, text } = composed[locale];
              return {
                id: ids.next(),
                idempotencyKey: `week:${weekId}:${id}`,
                kind: "weekPicks",
                userId,
                toAddress: email,
                locale,
                subject,
                html: renderMailLayout(html, subject, preheader, frame),
                text: layOutText(text, frame),
                unsubscribes: `${WEEK_LIST}${id}`,
                dueAt: now,
                createdAt: now,
              };
            })(),
          ],
    ),
  );
  // A row an insert: D1 takes 100 parameters a statement.
  const [first, ...others] = rows.map((row) =>
    db.insert(mails).values(row).onConflictDoNothing().returning({ id: mails.id }),
  );
  const written = first ? await db.batch([first, ...others]) : [];
  enqueueNotifications(deps, { mails: written.flat().map(({ id }) => id), pushes: [] });
  const last = readers.at(-1);
  return last && readers.length === CHUNK ? { weekId, after: last.id } : null;
};
