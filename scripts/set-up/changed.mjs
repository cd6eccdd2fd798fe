import { execFileSync } from "node:child_process";
import { root } from "./environment.mjs";

/**
 * The browser tests that use a part of the product, by the paths of its files. Vitest follows
 * imports instead (`--changed`); a browser test imports nothing of the pages that it opens.
 */
export const AREAS = [
  {
    files: /^app\/(routes|components)\/(auth|passkeys)|modules\/identity/,
    specs: ["sign-in", "passkeys", "account"],
  },
  { files: /^app\/routes\/account\//, specs: ["account", "follows", "claims", "developers"] },
  { files: /^app\/(routes|components)\/onboarding/, specs: ["onboarding"] },
  {
    files: /^app\/routes\/public\/(home|discover|city|cities|category)/,
    specs: ["browse-events", "home", "journeys"],
  },
  {
    files: /^app\/(routes\/public\/event|components\/event-)|modules\/(events|schedule)\//,
    specs: [
      "event-facts",
      "event-list",
      "browse-events",
      "find-event",
      "dates",
      "sheets",
      "small-screens",
    ],
  },
  {
    files: /modules\/(search|discovery)\/|components\/search-/,
    specs: ["find-event", "search-results", "suggestions"],
  },
  { files: /components\/map|modules\/cities\/|worker\/maps/, specs: ["map"] },
  {
    files: /^app\/(routes\/(authoring|my-events)|components\/media)|modules\/(authoring|media)\//,
    specs: ["publish-event", "quick-event", "read-events", "kept-input", "pictures"],
  },
  { files: /^app\/routes\/collections|modules\/saved\//, specs: ["collections", "calendar"] },
  {
    files: /^app\/(lib\/door|routes\/(public\/(door|rsvp|ticket)|my-events))|modules\/hosting\//,
    specs: ["door", "hosting"],
  },
  { files: /modules\/hosts\//, specs: ["claims", "follows"] },
  {
    files: /modules\/(notifications|mail)\/|components\/notifications|service-worker/,
    specs: ["notifications", "push", "installed-app"],
  },
  {
    files: /^app\/routes\/admin\/review|modules\/review\/|components\/moderation/,
    specs: ["inbox", "inbox-fixes", "inbox-layout", "moderation"],
  },
  {
    files: /^app\/routes\/admin\/(ingestion|sources)|modules\/intake\//,
    specs: ["ingest-events", "sources"],
  },
  {
    files: /^app\/(routes|components)\/admin|modules\/(settings|operations|audit)\//,
    specs: ["administration"],
  },
  {
    files: /^app\/(components\/shell|root|entry|theme|ui|styles)/,
    specs: ["shell", "small-screens"],
  },
  { files: /^worker\/api\/|components\/api|^clients\//, specs: ["api-reference", "developers"] },
  { files: /^(worker\/(index|app|jobs)|party\/|db\/)/, specs: ["shell", "killed-server"] },
];

/**
 * Browser tests that `npm test -- changed` leaves to the whole run: every page in both languages
 * takes minutes.
 */
export const WHOLE_RUN = ["accessibility"];

/** The commit that a change starts from: where this branch left `origin/main`, else the last one. */
export function changeBase() {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  try {
    const base = git("merge-base", "HEAD", "origin/main");
    return base === git("rev-parse", "HEAD") ? "HEAD" : base;
  } catch {
    return "HEAD";
  }
}

/** Files that differ from the base, new ones included. */
export function changedFiles(base) {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return [
    ...git("diff", "--name-only", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter(Boolean);
}

/** The browser tests that use any of these files; a changed browser test runs itself. */
export function specsOf(files) {
  const own = files.flatMap((file) => /^tests\/e2e\/([\w-]+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  const used = AREAS.filter((area) => files.some((file) => area.files.test(file)));
  return [...new Set([...own, ...used.flatMap(({ specs }) => specs)])];
}
