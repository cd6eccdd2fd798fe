import { expect, it } from "vitest";
import { translatorFor } from "~/i18n/messages.server";
import { MAIL_KINDS } from "~/modules/mail/enqueue-mail.server";
import { ALL_NOTIFICATION_KINDS } from "~/modules/notifications/choose-channels";
import { nameOfKind } from "./outbox.server";

it("every kind of mail and push notification has a name of its own in both languages", () => {
  const kinds = [...MAIL_KINDS, ...ALL_NOTIFICATION_KINDS, "weekPicks", "test"];
  for (const locale of ["en", "fa"] as const) {
    const names = kinds.map((kind) => nameOfKind(translatorFor(locale), kind));
    expect(names.filter((name, at) => name === kinds[at])).toEqual([]);
    expect(new Set(names).size).toBe(kinds.length);
  }
});
