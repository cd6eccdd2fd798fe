import type { AccessView } from "~/components/account/account-view";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, type Reader } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/relative-time.server";
import { describeAgent } from "~/modules/identity/describe-agent";
import { ENDABLE_ACCESS, type EndableAccess } from "~/modules/identity/end-access.server";
import type { AccessItem } from "~/modules/identity/list-access.server";

const isEndable = (kind: AccessItem["kind"]): kind is EndableAccess =>
  (ENDABLE_ACCESS as readonly string[]).includes(kind);

/** Sections of the page where the ways to sign in are changed. */
const SECTIONS = {
  password: "password",
  passkeys: "passkeys",
  authenticator: "two-factor",
  recoveryCodes: "codes",
} as const;

/** One line of the list of what has access, localized. */
export function presentAccess(
  { kind, id, name, agent, createdAt, lastUsedAt, isThis = false }: AccessItem,
  { reader, zone, now }: { reader: Reader; zone: string; now: number },
): AccessView {
  const t = translatorFor(reader.locale);
  const { browser, system } = describeAgent(agent ?? "");
  const from =
    browser && system ? t("account:access.on", { browser, system }) : (browser ?? system ?? null);
  const unrecorded = t("account:access.notRecorded");
  const date = (at: number) => formatDate(at, zone, reader, { weekday: false });
  return {
    key: `${kind} ${id}`,
    kind,
    kindLabel: t(`account:access.kind.${kind}`),
    id,
    name: name ?? (kind === "sessions" ? (from ?? t("account:access.unknown")) : null),
    facts: [
      t("account:access.since", { date: createdAt === null ? unrecorded : date(createdAt) }),
      t("account:access.used", {
        when:
          lastUsedAt === undefined
            ? unrecorded
            : lastUsedAt === null
              ? t("account:access.never")
              : formatAgo(lastUsedAt, now, reader, zone),
      }),
      t("account:access.from", { place: from ?? unrecorded }),
    ],
    isThis,
    isEndable: isEndable(kind) && !(isThis && kind === "sessions"),
    section: kind in SECTIONS ? SECTIONS[kind as keyof typeof SECTIONS] : null,
  };
}
