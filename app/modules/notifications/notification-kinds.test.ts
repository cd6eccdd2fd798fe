import { describe, expect, it } from "vitest";
import { SHIPPED_TEMPLATES } from "../mail-templates/shipped/shipped-templates";
import { listsEvents } from "../mail-templates/variables";
import {
  ALL_NOTIFICATION_KINDS,
  isDigestKind,
  isMailedKind,
  MAILED_KINDS,
  NOTIFICATION_KINDS,
  notificationKind,
} from "./notification-kinds";

describe("the kinds of news", () => {
  it("given what is mailed, then there is a template of each and of nothing else, and something that sends it", () => {
    expect(Object.keys(SHIPPED_TEMPLATES)).toEqual([...MAILED_KINDS]);
    for (const kind of MAILED_KINDS)
      expect([kind, ["domain-event", "hour"].includes(notificationKind(kind).raisedBy)]).toEqual([kind, true]);
    for (const kind of ["reports-cleared", "event-merged", "event-saved", "toString", "test"]) expect(isMailedKind(kind)).toBe(false);
  });

  it("given mails that list events, then they are the digests: others are about one", () => {
    expect(MAILED_KINDS.filter(listsEvents)).toEqual(ALL_NOTIFICATION_KINDS.filter(isDigestKind));
    expect(MAILED_KINDS.filter(listsEvents)).toEqual(["digest-daily", "digest-weekly"]);
  });

  it("given a kind that this version does not know, then the least is said of it", () => {
    expect(notificationKind("from.the.future")).toEqual(NOTIFICATION_KINDS["event-flagged"]);
    expect(notificationKind("toString")).toEqual(NOTIFICATION_KINDS["event-flagged"]);
  });
});
