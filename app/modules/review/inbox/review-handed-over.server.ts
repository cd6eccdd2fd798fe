import { localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { AppError } from "../../../lib/errors";
import type { SignedInContext } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import { isolated } from "../moderation/event-history.server";

/**
 * A draft that needs a language: its title, a sentence, and the page in which an editor adds it and
 * submits it in its author's name.
 */
export async function reviewHandedOver({ deps, signedIn, locale }: SignedInContext, id: string) {
  const t = translatorFor(locale);
  const own = await getOwnEvent(deps, signedIn, id).catch((error) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  const draft = own?.draft;
  const language = draft?.needsLanguage;
  if (!language)
    return { isOpen: false as const, sentence: t("moderation:decided.gone"), details: null };
  const { title } = draft.values;
  return {
    isOpen: false as const,
    sentence: t(`authoring:handOver.editor.${language}`, {
      name: isolated(own?.creator?.displayName ?? ""),
    }),
    details: paths.finishEvent(id),
    title: localized({ en: title.en ?? title.fa ?? "", fa: title.fa }, locale),
    /** Label of the link to the page. */
    add: t(`moderation:inbox.add.${language}`),
  };
}
