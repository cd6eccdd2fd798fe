import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { type Actor, missingFor, type Permission } from "../permissions";

const TEXTS = {
  "event:submit": "auth:needed.submit",
  "collection:publish": "auth:needed.publishCollection",
  "profile:publish": "auth:needed.publishProfile",
  "access:make": "auth:needed.makeAccess",
} as const satisfies Partial<Record<Permission, string>>;

/** The notice where a permission lacks only a verified address; null otherwise. */
export function verificationNotice(
  actor: Pick<Actor, "role" | "isVerified"> | null,
  permission: keyof typeof TEXTS,
  locale: Locale,
) {
  if (missingFor(actor, permission) !== "verification") return null;
  const t = translatorFor(locale);
  return { text: t(TEXTS[permission]), label: t("auth:unverified.submit") };
}
