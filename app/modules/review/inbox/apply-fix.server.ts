import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type EventValues, TEXT_NAMES } from "../../../lib/event/event-fields";
import { type TextPath, textAt } from "../../../lib/event/field-groups";
import { parseInput } from "../../../lib/http/parse-input";
import type { SignedInContext } from "../../../lib/http/request-context";
import { type Actor, assertCan } from "../../../lib/permissions";
import { amendRevision } from "../../authoring/announce-change.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { getOwnEvent, versionOf } from "../../authoring/find-own-event.server";
import type { Language } from "../../authoring/hand-over.server";
import { changeEvent } from "../../authoring/save-event.server";
import { translatedValues } from "../../intake/drafting/draft-language.server";
import type { ParsedFieldName } from "../../intake/entries/parsed-event";
import { readEventPage } from "../../intake/entries/read-website.server";
import { fetchPublicPage } from "../../intake/import/fetch-website.server";
import { editCandidate } from "../../intake/ingestion/edit-candidate.server";
import { CandidateUpdate } from "../../intake/ingestion/schema";
import { fetchOptionsOf } from "../../intake/sources/fetch-source.server";
import { assertOwnFiles, withStoredPicture } from "../../media/own-files.server";
import {
  type Fix,
  type FixableCase,
  type FixableKind,
  type FixInput,
  fixableCase,
  fixableLanguages,
} from "./fixes.server";

/**
 * Looks for what a case lacks where that costs a request: a picture on the page of its source, or a
 * translation. Nothing is changed, except that a picture is stored for two days.
 * @throws not-found without such a case or page; invalid where there is nothing usable;
 * too-many-requests
 */
export async function lookUpFix(
  context: SignedInContext,
  subject: FixableCase,
  wanted: "picture" | Language,
): Promise<Fix> {
  const { deps, signedIn } = context;
  if (wanted === "picture")
    return {
      name: wanted,
      values: { imageUrl: await pictureOf(deps, signedIn, subject) },
      marks: [],
    };
  if (!(await fixableLanguages(context, subject)).includes(wanted)) throw new AppError("not-found");
  const { values, marks } = await translatedValues(deps, signedIn, subject.values, wanted);
  const changed = TEXT_NAMES.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(subject.values[name]),
  );
  return {
    name: wanted,
    values: Object.fromEntries(changed.map((name) => [name, values[name]])),
    marks,
  };
}

async function pictureOf(deps: Deps, actor: Actor, { page }: FixableCase): Promise<string> {
  if (!page) throw new AppError("not-found");
  await deps.budget.take("import", actor.id);
  const { url, text } = await fetchPublicPage(page.href, fetchOptionsOf(deps).isAllowed);
  const { imageUrl } = await readEventPage(text, url, deps.clock.now());
  if (imageUrl === null)
    throw new AppError("invalid", [
      { path: "imageUrl", message: "errors:issue.pictureUnreachable" },
    ]);
  const stored = await withStoredPicture(
    deps,
    actor,
    { imageUrl: new URL(imageUrl, url).href },
    null,
    "editorial",
  );
  if (stored.imageUrl === null)
    throw new AppError("invalid", [
      { path: "imageUrl", message: "errors:issue.pictureUnreachable" },
    ]);
  return stored.imageUrl;
}

/**
 * Changes a case as a fix proposes, by the commands of its form. @param version that the moderator
 * saw
 * @throws not-found; conflict if it was decided or changed meanwhile; invalid
 */
export async function applyFix(
  context: SignedInContext,
  { kind, id, version }: { kind: FixableKind; id: string; version: number | null },
  { values, marks }: FixInput,
): Promise<void> {
  const { deps, signedIn } = context;
  assertMayFix(signedIn, kind);
  const subject = await fixableCase(context, kind, id);
  if (!subject) throw new AppError("conflict");
  if (version !== subject.version) throw staleError();
  const after: EventValues = { ...subject.values, ...values } as EventValues;
  const written = marks.filter(
    (path) => textAt(after, path) !== null && textAt(after, path) !== textAt(subject.values, path),
  );
  if (kind === "candidate")
    return editCandidate(
      deps,
      signedIn,
      id,
      candidateUpdate(version, values, after),
      fieldsOf(written),
    );
  return writeCase(context, subject, after, written);
}

/** @throws forbidden */
export const assertMayFix = (actor: Actor, kind: FixableKind): void =>
  assertCan(actor, kind === "candidate" ? "ingestion:manage" : "event:manage-all");

/**
 * Writes the values of an event or of its edit that waits for a decision.
 * @param written texts among them that a machine wrote
 * @throws conflict if it changed meanwhile; invalid
 */
export async function writeCase(
  { deps, signedIn }: SignedInContext,
  subject: FixableCase,
  after: EventValues,
  written: TextPath[] = [],
): Promise<void> {
  const own = await getOwnEvent(deps, signedIn, subject.id);
  if (own.draft) throw new AppError("conflict");
  if (subject.version !== versionOf(own)) throw staleError();
  await assertOwnFiles(deps, signedIn, after, subject.values);
  const facts = assertComplete(after, {
    ...(await checkedAgainst(deps, after)),
    announced: own.event,
  });
  const stored = await withStoredPicture(deps, signedIn, after, subject.values.imageUrl);
  if (subject.kind !== "new") return amendRevision(deps, signedIn, own, stored);
  await changeEvent(deps, signedIn, own, stored, facts, "edit", undefined, written);
}

/** Fields of a candidate by the texts of its event. */
const CANDIDATE_TEXTS = {
  title: ["title", "titleFa"],
  description: ["description", "descriptionFa"],
  venue: ["venue", "venueFa"],
  address: ["address", "addressFa"],
  organizer: ["organizer", null],
} as const;

/** Changes to the candidate: both languages of a text, since its source may have swapped them. */
function candidateUpdate(
  version: number,
  values: FixInput["values"],
  after: EventValues,
): CandidateUpdate {
  const texts = Object.entries(CANDIDATE_TEXTS).flatMap(([name, [plain, persian]]) => {
    const text = name in values ? after[name as keyof typeof CANDIDATE_TEXTS] : null;
    if (text === null) return [];
    return persian === null
      ? [[plain, text.en ?? text.fa]]
      : [
          [plain, text.en],
          [persian, text.fa],
        ];
  });
  const { latitude, longitude, imageUrl } = values;
  return parseInput(CandidateUpdate, {
    version,
    ...Object.fromEntries(texts),
    // A venue's new name must not lose the position.
    ...(latitude === undefined && ("venue" in values || "address" in values)
      ? { latitude: after.latitude, longitude: after.longitude }
      : { latitude, longitude }),
    ...("categories" in values && { category: after.categories[0] ?? null }),
    imageUrl,
  });
}

const fieldsOf = (paths: readonly TextPath[]): ParsedFieldName[] =>
  paths.flatMap((path) => {
    const [name, language] = path.split(".") as [keyof typeof CANDIDATE_TEXTS, Language];
    return CANDIDATE_TEXTS[name][language === "fa" ? 1 : 0] ?? [];
  }) as ParsedFieldName[];
