import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Every place that writes a mail, with what keeps it from strangers. */
const WRITERS = [
  // The budget.
  "app/modules/mail/enqueue-mail.server.ts",
  // To confirmed addresses: `isStillWanted` of deliver-mail drops all others.
  "app/modules/notifications/digests/store-digests.server.ts",
  "app/modules/notifications/notification-statements.server.ts",
  "app/modules/discovery/weeks/week-mail.server.ts",
  // To the member of staff who asks.
  "app/modules/notifications/templates/preview-template.server.ts",
];

it("one function writes all mails to addresses that are not confirmed", () => {
  const writes = /\.insert\(mails\)|insertSelect\(\s*[\w.]+,\s*mails,/u;
  const writers = globSync("{app,worker}/**/*.ts").filter(
    (file) => !file.includes(".test.") && writes.test(readFileSync(file, "utf8")),
  );
  expect(writers.sort()).toEqual(WRITERS.sort());
});
