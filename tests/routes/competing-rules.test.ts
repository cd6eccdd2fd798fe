import { beforeAll, expect, it } from "vitest";
import { storeRule } from "../helpers/notification-rules";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

let admin: Browser;

beforeAll(async () => {
  const deps = createTestDeps();
  admin = await signInAs(deps, "admin");
  await storeRule(deps, "a.changed", { trigger: "event.changed", audience: "savers" });
});

const read = async (path: string) => (await admin.get(path)).text();

it("the list of rules shows which rule precedes another", async () => {
  const html = await read("/admin/notification-rules?lang=en");
  expect(html).toMatch(/comes first: readers of both hear from it, not from this rule/);
  expect((html.match(/comes first: readers/g) ?? []).length).toBeLessThan(5);
  expect(await read("/admin/notification-rules?lang=fa")).toContain(
    "گیرنده‌های مشترک از آن خبر می‌گیرند",
  );
});

it("the empty form of a rule names the rules it would compete with", async () => {
  const html = await read("/admin/notification-rules?lang=en&new=1");
  expect(html).toContain("Other rules match the same events and readers");
  expect(html).toMatch(/comes first, unless this rule’s key sorts before/);
});
