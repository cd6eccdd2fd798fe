import { describe, expect, it } from "vitest";
import {
  ALL_NOTIFICATION_KINDS,
  isDigestKind,
  isMailedKind,
  MAILED_KINDS,
  NOTIFICATION_KINDS,
  notificationKind,
} from "./choose-channels";
import { listsEvents, SHIPPED_TEMPLATES } from "./templates/templates.server";

describe("notification kinds", () => {
  it("with an email have exactly one template each, and a sender", () => {
    expect(Object.keys(SHIPPED_TEMPLATES)).toEqual([...MAILED_KINDS]);
    for (const kind of MAILED_KINDS)
      expect([kind, ["domain-event", "hour"].includes(notificationKind(kind).raisedBy)]).toEqual([
        kind,
        true,
      ]);
    for (const kind of ["reports-cleared", "event-merged", "event-saved", "toString", "test"])
      expect(isMailedKind(kind)).toBe(false);
  });

  it("whose emails list events are the digests; other emails are about one event", () => {
    expect(MAILED_KINDS.filter(listsEvents)).toEqual(ALL_NOTIFICATION_KINDS.filter(isDigestKind));
    expect(MAILED_KINDS.filter(listsEvents)).toEqual(["digest-daily", "digest-weekly"]);
  });

  it("that this version does not know get a generic text", () => {
    expect(notificationKind("from.the.future")).toEqual(NOTIFICATION_KINDS["event-flagged"]);
    expect(notificationKind("toString")).toEqual(NOTIFICATION_KINDS["event-flagged"]);
  });
});
