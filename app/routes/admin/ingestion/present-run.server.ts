import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatTime, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import type { City } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { FINDING_CODES } from "~/modules/intake/ingestion/finding-table";
import { type LogRow, type RunRow, sourceText } from "~/modules/intake/ingestion/queries.server";
import { actionsOf } from "~/modules/intake/ingestion/wizard";
import { monthLabel } from "./wizard.server";

export type RunView = ReturnType<typeof presentRun>;
export type RunStatusName = RunView["status"];

const SECOND = 1_000;
const MINUTE = 60;
const HOUR = 3_600;
/** Characters of an id's end, which distinguish runs of a day. Its beginning encodes the time. */
const SHORT = 8;

interface RunReader extends Reader {
  timeZone: string | null;
}

/** Localized duration: "1 h 2 min", "12 s". @param ms null if not started */
function durationText(ms: number | null, { locale }: Pick<Reader, "locale">): string {
  if (ms === null) return "–";
  const unit = (value: number, name: "hour" | "minute" | "second") =>
    formatNumber(value, locale, { style: "unit", unit: name, unitDisplay: "short" });
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < MINUTE) return unit(seconds, "second");
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  return hours > 0
    ? `${unit(hours, "hour")} ${unit(minutes, "minute")}`
    : `${unit(minutes, "minute")} ${unit(seconds % MINUTE, "second")}`;
}

/** Localized date and time: "8 Dec 2026, 20:30". */
export function momentText(at: number, { timeZone, ...reader }: RunReader): string {
  const zone = timeZone ?? USUAL_ZONE;
  const { day, monthShort, year } = dateParts(at, zone, reader);
  return listOf(reader.locale, [
    `${day} ${monthShort} ${year}`,
    formatTime(at, zone, reader.locale),
  ]);
}

/** A run, localized. */
export function presentRun(run: RunRow, city: City | undefined, now: number, reader: RunReader) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const allowed = actionsOf(run.status);
  return {
    id: run.id,
    shortId: run.id.slice(-SHORT),
    href: paths.adminIngestionRun(run.id),
    source: sourceText(run, locale),
    city: cityName(city, locale),
    month: monthLabel(run.month, locale),
    status: run.status,
    statusLabel: t(`ingestion:status.${run.status}`),
    events: formatNumber(run.eventsCount, locale),
    duration: durationText(
      run.startedAt === null ? null : (run.completedAt ?? now) - run.startedAt,
      reader,
    ),
    created: momentText(run.createdAt, reader),
    isActive: run.status === "pending" || run.status === "running",
    progress: {
      done: run.processedCount,
      all: run.eventsCount,
      text: t("ingestion:run.progress", { done: run.processedCount, all: run.eventsCount }),
    },
    may: {
      cancel: allowed.includes("cancel"),
      retry: allowed.includes("retry"),
      delete: allowed.includes("delete"),
    },
  };
}

/** Localized line of a run's log. Unknown codes of older versions are shown as they are. */
export function presentLine(line: LogRow, reader: RunReader) {
  const t = translatorFor(reader.locale);
  const zone = reader.timeZone ?? USUAL_ZONE;
  const seconds = formatNumber(new Date(line.createdAt).getUTCSeconds(), reader.locale, {
    minimumIntegerDigits: 2,
  });
  const values = Object.fromEntries(
    Object.entries(line.values).map(([name, value]) => {
      const code = FINDING_CODES.find((known) => known === value);
      return [name, code ? t(`ingestion:finding.${code}`) : value];
    }),
  );
  const key = `ingestion:log.${line.code}` as "ingestion:log.run-created";
  const text = t(key, values);
  return {
    id: line.id,
    level: line.level,
    levelLabel: t(`ingestion:level.${line.level}`),
    at: new Date(line.createdAt).toISOString(),
    time: `${formatTime(line.createdAt, zone, reader.locale)}:${seconds}`,
    text: text === key ? line.code : text,
  };
}
