import { describe, expect, test } from "vitest";
import { translatorFor } from "../../i18n/messages.server";
import { actionChoices } from "../../routes/admin/audit-sentences.server";
import { AUDIT_ACTIONS } from "./audit-actions";

const SOURCES = import.meta.glob<string>(["../**/*.server.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Actions written as literals. */
const written = Object.values(SOURCES)
  .filter((text) => /\b(?:auditEntry|auditWhere|personalAuditEntry|auditRefusal)\b/.test(text))
  .flatMap((text) =>
    [...text.matchAll(/\baction: "([a-z-]+\.[a-z-]+)"/g)].map(([, action]) => action ?? ""),
  );

describe("the actions of the audit log", () => {
  test("all have a sentence, for every action that the modules record", () => {
    expect(written.length).toBeGreaterThan(40);
    expect(written.filter((action) => !AUDIT_ACTIONS.includes(action))).toEqual([]);
  });

  test.each(["en", "fa"] as const)("are each offered with a sentence in %s", (locale) => {
    const choices = actionChoices(locale);
    expect(choices).toHaveLength(AUDIT_ACTIONS.length);
    expect(
      choices.filter(({ label }) => label.includes("admin:audit") || label.includes("{{")),
    ).toEqual([]);
    expect(choices.find(({ value }) => value === "event.approved")?.label).toBe(
      locale === "en" ? "Someone approved an event" : "کسی یک رویداد را تأیید کرد",
    );
    expect(choices.find(({ value }) => value === "claim.made")?.label).toBe(
      locale === "en"
        ? "Someone claimed the page of a venue or organizer"
        : "کسی برای صفحهٔ یک محل یا برگزارکننده درخواست مالکیت داد",
    );
    // An empty subject leaves a gap or ends the sentence early.
    expect(choices.filter(({ label }) => / {2}| $|(?:of|about|ٔ) را | ٔ/.test(label))).toEqual([]);
    expect(
      translatorFor(locale)("admin:audit.did.other", { who: "A", action: "b.c", what: "d" }),
    ).toBe("A: b.c (d)");
  });
});
