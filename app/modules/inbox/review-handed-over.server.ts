import { translatorFor } from "../../i18n/messages.server";
import { AppError } from "../../lib/errors";
import type { SignedInContext } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import { getOwnEvent } from "../authoring/find-own-event.server";
import { isolated } from "../moderation/event-history.server";

/** A draft that needs a language: a sentence, and the form in which an editor adds it and submits it in its author's name. */
export async function reviewHandedOver({ deps, signedIn, locale }: SignedInContext, id: string) {
  const t = translatorFor(locale);
  const own = await getOwnEvent(deps, signedIn, id).catch((error) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  const language = own?.draft?.needsLanguage;
  return {
    isOpen: false as const,
    sentence: language
      ? t(`authoring:handOver.editor.${language}`, { name: isolated(own.creator?.displayName ?? "") })
      : t("moderation:decided.gone"),
    details: language ? paths.editEvent(id) : null,
  };
}
