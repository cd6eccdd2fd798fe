import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { DAY, SECOND } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { OPEN_STATUSES } from "~/modules/intake/ingestion/find-candidate-duplicates.server";
import {
  FINDING_CODES,
  type FindingCode,
  gradeOfFinding,
} from "~/modules/intake/ingestion/finding-table";
import { getSource, reliabilityOf, sourceDetails } from "~/modules/intake/sources/queries.server";
import { takeLeftEntry } from "~/modules/intake/sources/take-left-entry.server";
import {
  checkSourceNow,
  deleteSource,
  setSourceStatus,
  updateSource,
} from "~/modules/intake/sources/write-source.server";
import { presentLeft, sourceForm } from "../source-form.server";
import { answerSourceForm } from "../source-form-answer.server";
import { CHECK_TONES, healthOf, type Reason } from "../source-health";

const CHARTED_DAYS = 30;
const ITEM_TONES = { present: "plain", cancelled: "bad", gone: "waiting" } as const;

/**
 * Data of `/admin/sources/{id}`: health, checks, items with their provenance, proposals and the
 * form.
 */
export async function sourcePage(context: RequestContext, id: string, params: URLSearchParams) {
  const { deps, locale, calendar, timeZone, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const details = await sourceDetails(deps, signedIn, id);
  const { source, checks, items, proposals, days } = details;
  const form = await sourceForm(context, source);
  const reader = { locale, calendar };
  const zone = timeZone ?? USUAL_ZONE;
  const number = (value: number) => formatNumber(value, locale);
  const moment = (at: number) =>
    `${formatDate(at, zone, reader, { weekday: false, year: false })} ${formatTime(at, zone, locale)}`;
  const { share, decisions } = reliabilityOf(source);
  const today = Math.floor(deps.clock.now() / DAY);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminSource(id), {
      title: source.name,
      description: source.name,
      noindex: true,
    }),
    ...form,
    id,
    name: source.name,
    version: source.version,
    url: source.url,
    isPaused: source.status === "paused",
    isDeleting: params.has("delete"),
    lead: [
      form.cityNames.join(t("settings:flags.comma")),
      t(`sources:kind.${source.kind}`),
      t("sources:page.every", {
        every: t(`sources:every.${String(source.everyMinutes) as "360"}`),
      }),
      t("sources:page.since", {
        date: formatDate(source.createdAt, zone, reader, { weekday: false }),
      }),
    ].join(" · "),
    health: healthOf(source, t),
    stats: [
      {
        name: "right",
        value:
          share === null
            ? "–"
            : formatNumber(share, locale, { style: "percent", maximumFractionDigits: 0 }),
        label:
          share === null
            ? t("sources:page.undecided")
            : t("sources:page.right", { count: decisions }),
      },
      { name: "edited", value: number(source.editedCount), label: t("sources:page.edited") },
      {
        name: "duplicates",
        value: number(source.duplicateCount),
        label: t("sources:page.duplicates"),
      },
    ],
    days: Array.from({ length: CHARTED_DAYS }, (_, index) => {
      const day = today - CHARTED_DAYS + 1 + index;
      const found = days.find((one) => one.day === day);
      const value = (found?.added ?? 0) + (found?.changed ?? 0);
      return {
        key: String(day),
        label: formatDate(day * DAY + DAY / 2, "UTC", reader, { weekday: false, year: false }),
        value,
        text: number(value),
      };
    }),
    checks: checks.map((check) => ({
      id: check.id,
      started: moment(check.startedAt),
      status: t(`sources:status.${check.status}`),
      tone: CHECK_TONES[check.status],
      reason: check.reason && t(`sources:reason.${check.reason as Reason}`),
      items: number(check.items),
      added: number(check.added),
      changed: number(check.changed),
      gone: number(check.gone + check.cancelled),
      leftOut: number(check.leftOut),
      published: number(check.published),
      took:
        check.endedAt === null
          ? ""
          : t("sources:page.seconds", {
              count: number(Math.round((check.endedAt - check.startedAt) / SECOND)),
            }),
    })),
    receipt: receiptOf(details, locale),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      changed: moment(item.changedAt),
      state: t(`sources:item.${item.state}`),
      tone: ITEM_TONES[item.state],
      snippet: item.snippet ?? "",
      link:
        item.eventId !== null
          ? { href: paths.event(item.eventId), label: t("sources:item.event") }
          : item.candidateId !== null
            ? {
                href: paths.adminCandidate(item.candidateId),
                label: t(
                  item.candidateStatus === "rejected"
                    ? "sources:item.rejected"
                    : "sources:item.candidate",
                ),
              }
            : null,
    })),
    /** Its undecided candidates in one list. */
    together: items.some(({ candidateStatus }) =>
      OPEN_STATUSES.some((name) => name === candidateStatus),
    )
      ? paths.adminGroup({ source: source.id })
      : null,
    proposals: proposals.map((proposal) => ({
      id: proposal.id,
      href: paths.event(proposal.eventId),
      title: proposal.title,
      label: t(`sources:proposal.${proposal.kind}`),
      /** Its case in the inbox, where it is decided. */
      decide: paths.adminInbox({ case: `plan-${proposal.id}` }),
      at: moment(proposal.createdAt),
    })),
  };
}

/**
 * What the last check that read its source found there, as a sum, with what was left out or read
 * with a doubt, why, and its own text; null before one.
 */
function receiptOf(
  { checks, altered }: Awaited<ReturnType<typeof sourceDetails>>,
  locale: RequestContext["locale"],
) {
  const check = checks.find(({ status }) => status === "ok");
  if (!check) return null;
  const t = translatorFor(locale);
  const { items, over, left, unread } = check;
  const leftOut = Math.max(check.leftOut, left.length);
  const total = items + over + leftOut + unread;
  const doubtful = altered.flatMap((item) => {
    const doubts = FINDING_CODES.filter(
      (code) =>
        item.checkId === check.id &&
        isDoubt(code) &&
        item.findings.some((finding) => finding.code === code),
    );
    return doubts.length === 0
      ? []
      : [
          {
            key: item.id,
            title: item.title,
            href: paths.adminCandidate(item.candidateId),
            reason: doubts.map((code) => t(`ingestion:finding.${code}`)).join(" "),
            snippet: item.snippet ?? "",
          },
        ];
  });
  return {
    checkId: check.id,
    sum: t("sources:receipt.sum", { total, over, read: items, leftOut }),
    beyond: unread > 0 ? t("sources:receipt.beyond", { read: items, total }) : null,
    leftOut: t("sources:receipt.leftOut", { count: leftOut }),
    left: presentLeft(left, locale).map((entry, position) => ({
      ...entry,
      position: String(position),
      href: left[position]?.candidateId ? paths.adminCandidate(left[position].candidateId) : null,
    })),
    unnamed:
      leftOut > left.length ? t("sources:receipt.unnamed", { count: leftOut - left.length }) : null,
    altered: t("sources:receipt.altered", { count: doubtful.length }),
    doubtful,
  };
}

/** Findings of what an entry says; those of the source's trust are none. */
const isDoubt = (code: FindingCode): boolean =>
  code !== "trial-source" && gradeOfFinding(code) !== "note";

/**
 * Saves, runs dry, checks, pauses, resumes or deletes the source, and takes entries that a check
 * left out.
 */
export async function sourceAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "ingestion:manage");
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const back = paths.adminSource(id);
  const done = (
    text: "saved" | "checking" | "queued" | "paused" | "resumed" | "taken",
    to = back,
  ) => redirectWithToast(request, to, { kind: "success", text: `sources:done.${text}` });
  switch (intent) {
    case "save":
    case "dry-run":
      return answerSourceForm(context, form, id, async (input) => {
        const { status } = await getSource(deps, signedIn, id);
        await updateSource(deps, signedIn, id, {
          ...input,
          status,
          version: Number(fieldOf(form, "version")) || 0,
        });
        return done("saved");
      });
    case "check":
      return formAnswer(context, { form: "state", conflict: "sources:busy" }, async () => {
        const isBegun = (await checkSourceNow(deps, signedIn, id)) !== null;
        return done(isBegun ? "checking" : "queued");
      });
    case "pause":
    case "resume":
      await setSourceStatus(deps, signedIn, id, intent === "pause" ? "paused" : "active");
      return done(intent === "pause" ? "paused" : "resumed");
    case "delete":
      await deleteSource(deps, signedIn, id);
      return redirectWithToast(request, paths.adminSources(), {
        kind: "success",
        text: "sources:done.deleted",
      });
    case "take": {
      const position = Number(fieldOf(form, "entry"));
      const candidate = await takeLeftEntry(deps, signedIn, id, fieldOf(form, "check"), position);
      return done("taken", paths.adminCandidate(candidate));
    }
    default:
      throw new AppError("bad-request");
  }
}
