import { data } from "@remix-run/cloudflare";
import type { CorrectionView } from "~/components/moderation/correct-form";
import { presentChanges } from "~/components/moderation/shown-values.server";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, versionIn } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { can } from "~/lib/permissions";
import { citiesById } from "~/modules/cities/queries.server";
import { applyFix, lookUpFix } from "~/modules/review/inbox/apply-fix.server";
import { correctionOf } from "~/modules/review/inbox/correct-case.server";
import {
  derivedFixes,
  FIXABLE,
  type Fix,
  type FixableCase,
  FixInput,
  fixableCase,
  fixableLanguages,
} from "~/modules/review/inbox/fixes.server";
import type { InboxKind } from "../../../../db/schema/index";
import type { ReviewForm } from "./scopes.server";

const LOOKED_UP = ["picture", "en", "fa"] as const;

/**
 * What can be changed in an open case: fixes to apply, lookups, and the form of its values; null
 * where its kind has none.
 */
export async function presentFixes(
  context: SignedInContext,
  opened: { kind: InboxKind; id: string },
) {
  const subject = await fixableCase(context, opened.kind, opened.id);
  if (!subject) return null;
  const t = translatorFor(context.locale);
  const [derived, languages] = await Promise.all([
    derivedFixes(context, subject),
    fixableLanguages(context, subject),
  ]);
  const offers = await Promise.all(derived.map((fix) => presentFix(context, subject, fix)));
  const { page } = subject;
  const lookUps = [
    ...(page && subject.values.imageUrl === null
      ? [{ name: "picture" as const, label: t("moderation:inbox.fixes.find", { host: page.host }) }]
      : []),
    ...languages.map((name) => ({ name, label: t(`authoring:drafting.${name}`) })),
  ];
  return {
    subject: subject.id,
    version: subject.version,
    offers,
    lookUps,
    correction: presentCorrection(context, subject),
  };
}

/** The form that corrects the case in place; null for who may not. */
function presentCorrection(
  { signedIn, locale, calendar }: SignedInContext,
  subject: FixableCase,
): CorrectionView | null {
  if (subject.kind !== "candidate" && !can(signedIn, "event:manage-all")) return null;
  const t = translatorFor(locale);
  const texts = correctionOf(subject, calendar);
  const { currency } = texts;
  return {
    subject: subject.id,
    version: subject.version,
    texts,
    isSeries: texts.schedule !== "",
    currencies: [...new Set([currency, "IRR", "USD", "EUR"])].map((value) => ({
      value,
      label: value === "IRR" ? t("ingestion:field.toman") : value,
    })),
  };
}

async function presentFix(
  { deps, locale, calendar, origin }: SignedInContext,
  subject: FixableCase,
  { name, ...fix }: Fix,
) {
  const after = { ...subject.values, ...fix.values } as FixableCase["values"];
  const cities = await citiesById(deps);
  const changes = presentChanges(subject.values, after, {
    locale,
    calendar,
    origin,
    cities,
    now: deps.clock.now(),
  });
  return {
    name,
    label: translatorFor(locale)(`moderation:inbox.fixes.${name}`),
    version: subject.version,
    /** As the form sends it back. */
    value: JSON.stringify(fix),
    changes: changes.map(({ name: field, label, lang, after: to }) => ({
      name: field,
      label,
      lang,
      to,
    })),
  };
}

/** A fix that was looked for, for the page that the form returns. */
export type FoundFix = { subject: string } & Awaited<ReturnType<typeof presentFix>>;

/** The open case that a form names, of a kind that has fixes. @throws AppError("bad-request") */
export function fixableIn({ form, subject }: ReviewForm) {
  const kind = FIXABLE.find((one) => one === subject?.kind);
  if (!subject || !kind || subject.id !== fieldOf(form, "event")) throw new AppError("bad-request");
  return { kind, id: subject.id, version: versionIn(fieldOf(form, "version")) };
}

const failing =
  ({ request, here }: ReviewForm, text: TextKey<"moderation">) =>
  () => {
    throw redirectWithToast(request, here, { kind: "error", text });
  };

/**
 * Uses a fix that the panel of a case offers.
 * @throws Response a redirect with a toast; AppError("bad-request") for an invalid form
 */
export async function applyFixHere(sent: ReviewForm): Promise<never> {
  const named = fixableIn(sent);
  const value = jsonOf(fieldOf(sent.form, "value"));
  const changed = failing(sent, "moderation:inbox.fixes.changed");
  const invalid = failing(sent, "moderation:inbox.fixes.invalid");
  await expecting({ invalid, conflict: changed, "not-found": changed }, () =>
    applyFix(sent.context, named, parseInput(FixInput, value)),
  );
  const toast = { kind: "success", text: "moderation:inbox.fixes.done" } as const;
  throw redirectWithToast(sent.request, sent.here, toast);
}

/**
 * Looks for a fix of the open case. @returns the fix that was found
 * @throws Response a redirect with a toast; AppError("bad-request") for an invalid form
 */
export async function findFix(sent: ReviewForm) {
  const { context, form } = sent;
  const named = fixableIn(sent);
  const fail = (text: TextKey<"moderation">) => failing(sent, text);
  const wanted = LOOKED_UP.find((one) => one === fieldOf(form, "fix"));
  if (!wanted) throw new AppError("bad-request");
  const subject = await fixableCase(context, named.kind, named.id);
  if (!subject) return fail("moderation:inbox.fixes.changed")();
  const none = fail("moderation:inbox.fixes.none");
  const busy = fail("moderation:inbox.fixes.busy");
  return expecting({ "too-many-requests": busy, invalid: none, "not-found": none }, async () => {
    const found: FoundFix = {
      subject: named.id,
      ...(await presentFix(context, subject, await lookUpFix(context, subject, wanted))),
    };
    return data({ failure: null, note: null, found });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("bad-request");
  }
}
