import { toIsoWithOffset } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { type EventFormState, formStateOf } from "~/lib/event/event-form-fields";
import { SCHEDULE_STEP } from "~/lib/event/schedule-inputs";
import { stepSchedule } from "~/lib/event/step-schedule";
import { expecting } from "~/lib/http/form-answer.server";
import type { HTTPIssue } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { Actor } from "~/lib/permissions";
import { readEvent } from "~/modules/authoring/read-event-form.server";
import type { EventInput } from "~/modules/authoring/schema";
import { findCityBySlug } from "~/modules/cities/queries.server";
import {
  type EventMedia,
  formMediaLimits,
  storeEventMedia,
} from "~/modules/media/store-media.server";

/** Size limit of all texts, bytes. URL-encoded Persian takes six bytes a letter. */
const TEXTS = 1_048_576;

/** Submitted event form. */
export interface SentEvent {
  intent: string;
  /** Version shown to the author. Null if the form has none. */
  seen: number | null;
  once: string;
  /**
   * Submitted values with hashes of the files, independent of the URLs under which files are
   * stored.
   */
  fingerprint: string;
  fields: EventFormState;
  input: EventInput;
  issues: HTTPIssue[];
}

/**
 * Reads the event form. Stores its files at once, so that they survive errors in other fields.
 * @throws AppError("too-large")
 */
export async function takeEventForm(
  deps: Deps,
  actor: Actor,
  request: Request,
): Promise<SentEvent> {
  const limits = await formMediaLimits(deps);
  const form = await readForm(request, limits.picture + limits.video + TEXTS);
  const intent = fieldOf(form, "intent");
  const fields = formStateOf(form);
  const fingerprint = await fingerprintOf(form);
  const refused: HTTPIssue[] = [];
  // Live checks store nothing. Autosaves leave out the video, which is too large.
  if (intent !== "check") {
    const take = async (kind: EventMedia, address: "imageUrl" | "videoUrl") => {
      const file = form.get(kind);
      if (form.has(`remove-${kind}`)) fields[address] = "";
      if (file === null || typeof file === "string" || (file as File).size === 0) return;
      await expecting({ invalid: ({ issues }) => refused.push(...issues) }, async () => {
        fields[address] = await storeEventMedia(deps, actor, kind, file as File);
      });
    };
    await take("picture", "imageUrl");
    if (intent !== "autosave") await take("video", "videoUrl");
  }
  const city = fields.city ? await findCityBySlug(deps, fields.city) : undefined;
  const now = city ? toIsoWithOffset(deps.clock.now(), city.timeZone).slice(0, 16) : null;
  let { input, issues } = readEvent(fields, city, now);
  if (intent.startsWith(SCHEDULE_STEP)) {
    fields.when = stepSchedule(fields.when, intent.slice(SCHEDULE_STEP.length), fields);
    ({ input, issues } = readEvent(fields, city, now));
  }
  const version = fieldOf(form, "version");
  return {
    intent,
    seen: /^\d{1,9}$/.test(version) && version !== "0" ? Number(version) : null,
    once: fieldOf(form, "once"),
    fingerprint,
    fields,
    input,
    issues: [...issues, ...refused],
  };
}

async function fingerprintOf(form: FormData): Promise<string> {
  const parts = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : await digestOf(value as File),
    ]),
  );
  return JSON.stringify(parts);
}

const digestOf = async (file: Blob): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())).toString("hex");
