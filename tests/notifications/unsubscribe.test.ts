import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MailRefused } from "../../app/lib/deps";
import { paths } from "../../app/lib/paths";
import { deliverMail } from "../../app/modules/mail/deliver-mail.server";
import {
  countedUrl,
  pixelUrl,
  type Unsubscribed,
  unsubscribeToken,
} from "../../app/modules/mail/enqueue-mail.server";
import {
  setSubscription,
  subscriptionOf,
} from "../../app/modules/notifications/unsubscribe.server";
import { mails, users } from "../../db/schema";
import { createUser } from "../factories/user";
import { emptyEvents } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerVault } from "../helpers/worker-vault";

const ORIGIN = "https://rooydad.test";
let deps: TestDeps;
let reader: { id: string; email: string | null };

beforeEach(async () => {
  deps = { ...createTestDeps(Date.now()), vault: workerVault() };
  await deps.db.delete(mails);
  await emptyEvents(deps);
  reader = await createUser(deps.db, {});
});

const preferences = async () =>
  (await deps.db.select().from(users).where(eq(users.id, reader.id)).get())
    ?.notificationPreferences;
const token = (list: Unsubscribed = "all") => unsubscribeToken(deps, reader.id, list);
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  SELF.fetch(ORIGIN + path, { method: "POST", body, headers, redirect: "manual" });
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const ONE_CLICK = form({ "List-Unsubscribe": "One-Click" });

const addMail = async (changes: Partial<typeof mails.$inferInsert> = {}) => {
  const id = deps.ids.next();
  await deps.db.insert(mails).values({
    id,
    idempotencyKey: id,
    kind: "digest-weekly",
    userId: reader.id,
    toAddress: reader.email ?? "",
    locale: "en",
    subject: "News",
    text: "News",
    html: "<p>News</p>",
    unsubscribes: "all",
    dueAt: deps.clock.now(),
    createdAt: deps.clock.now(),
    ...changes,
  });
  return id;
};
const mailOf = (id: string) => deps.db.select().from(mails).where(eq(mails.id, id)).get();

describe("an unsubscribe link", () => {
  it.each(["en", "fa"])("opened in %s asks and changes nothing", async (lang) => {
    const answer = await SELF.fetch(`${ORIGIN}${paths.unsubscribe(await token())}&lang=${lang}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    expect(await answer.text()).toContain(lang === "en" ? "Unsubscribe" : "لغو اشتراک");
    expect((await preferences())?.emailEnabled).toBe(true);
  });

  it("opened by HEAD or with another user's form changes nothing", async () => {
    await SELF.fetch(ORIGIN + paths.unsubscribe(await token()), { method: "HEAD" });
    const answer = await post(paths.unsubscribe(await token()), form({ intent: "unsubscribe" }), {
      ...FORM,
      Origin: "https://elsewhere.example",
    });
    expect(answer.status).toBe(403);
    expect((await preferences())?.emailEnabled).toBe(true);
  });

  it("confirmed ends the emails without signing in, and offers to undo it", async () => {
    const path = paths.unsubscribe(await token());
    const answer = await post(path, form({ intent: "unsubscribe" }), { ...FORM, Origin: ORIGIN });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    expect((await preferences())?.emailEnabled).toBe(false);
    const done = await (await SELF.fetch(ORIGIN + path)).text();
    expect(done).toContain("Resubscribe");
    expect(done).toMatch(/<title>Done\b/);
    await post(path, form({ intent: "subscribe" }), { ...FORM, Origin: ORIGIN });
    expect((await preferences())?.emailEnabled).toBe(true);
  });

  it("of a deleted account offers nothing that would have no effect", async () => {
    const read = async () => (await SELF.fetch(ORIGIN + paths.unsubscribe(await token()))).text();
    await setSubscription(deps, await token(), false);
    expect(await read()).toContain('value="subscribe"');
    await deps.db.update(users).set({ deletedAt: deps.clock.now() }).where(eq(users.id, reader.id));
    const page = await read();
    expect(page).toMatch(/<title>Done\b/);
    expect(page).toContain("This account has been deleted");
    expect(page).not.toContain('value="subscribe"');
  });

  it("for one kind ends that kind only", async () => {
    await post(paths.unsubscribe(await token("newEvents")), ONE_CLICK, FORM);
    expect(await preferences()).toMatchObject({
      emailEnabled: true,
      categories: ["recommendations", "savedEvents", "collections"],
    });
  });

  it("for an event in favourites and a collection ends both, and is on while either is", async () => {
    await setSubscription(deps, await token("savedEvents"), false);
    expect(await subscriptionOf(deps, await token("heldEvents"))).toMatchObject({ isOn: true });
    await post(paths.unsubscribe(await token("heldEvents")), ONE_CLICK, FORM);
    expect(await preferences()).toMatchObject({
      emailEnabled: true,
      categories: ["newEvents", "recommendations"],
    });
    const page = await (
      await SELF.fetch(ORIGIN + paths.unsubscribe(await token("heldEvents")))
    ).text();
    expect(page).toContain("or put in other collections any more");
    await setSubscription(deps, await token("heldEvents"), true);
    expect(await preferences()).toMatchObject({
      categories: ["newEvents", "recommendations", "savedEvents", "collections"],
    });
  });

  it("for several kinds, all confirmed at once, ends each of them", async () => {
    const kinds = ["newEvents", "savedEvents", "collections"] as const;
    await Promise.all(kinds.map(async (kind) => setSubscription(deps, await token(kind), false)));
    expect(await preferences()).toMatchObject({
      emailEnabled: true,
      categories: ["recommendations"],
    });
    await setSubscription(deps, await token("savedEvents"), true);
    expect(await preferences()).toMatchObject({ categories: ["recommendations", "savedEvents"] });
  });

  it("works with one click of a mail client: no session, no Origin, urlencoded or multipart, no redirect, repeatable", async () => {
    const path = paths.unsubscribe(await token());
    expect((await post(path, ONE_CLICK, FORM)).status).toBe(200);
    expect((await preferences())?.emailEnabled).toBe(false);
    const multipart = new FormData();
    multipart.set("List-Unsubscribe", "One-Click");
    expect((await post(path, multipart)).status).toBe(200);
    await setSubscription(deps, await token(), true);
    expect((await post(path, multipart)).status).toBe(200);
    expect((await preferences())?.emailEnabled).toBe(false);
  });

  it("that is forged answers 400 in both languages and changes nothing", async () => {
    const good = await token();
    const other = await createUser(deps.db, {});
    const forged = [
      "",
      "x",
      good.slice(0, -1),
      `${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`,
      good.replace(reader.id, other.id),
      good.replace(".all.", ".newEvents."),
      `${good} `,
      "../../etc/passwd",
      "a".repeat(5_000),
    ];
    for (const bad of forged) {
      for (const lang of ["en", "fa"]) {
        const answer = await SELF.fetch(
          `${ORIGIN}${paths.unsubscribe(bad)}${bad ? "&" : "?"}lang=${lang}`,
        );
        expect([bad, answer.status]).toEqual([bad, 400]);
        expect(await answer.text()).toContain(
          `<title>${lang === "en" ? "This link doesn’t work" : "این لینک کار نمی‌کند"}`,
        );
      }
      expect((await post(paths.unsubscribe(bad), ONE_CLICK, FORM)).status).toBe(400);
      expect(
        (
          await post(paths.unsubscribe(bad), form({ intent: "unsubscribe" }), {
            ...FORM,
            Origin: ORIGIN,
          })
        ).status,
      ).toBe(400);
    }
    expect((await preferences())?.emailEnabled).toBe(true);
  });
});

describe("notification emails", () => {
  it("have one-click and list headers; other emails do not", async () => {
    await deliverMail(deps, await addMail({ unsubscribes: "newEvents" }));
    await deliverMail(deps, await addMail({ unsubscribes: null, kind: "resetPassword" }));
    const [news, other] = deps.mailed;
    expect(news?.headers).toEqual({
      "List-Unsubscribe": `<https://rooydad.example${paths.unsubscribe(await token("newEvents"))}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "<newevents.news.rooydad.example>",
    });
    expect(other?.headers).toBeUndefined();
  });

  it("that are waiting are not sent once their reader has unsubscribed", async () => {
    const id = await addMail();
    await setSubscription(deps, await token(), false);
    expect(await deliverMail(deps, id)).toBe("skipped");
    expect([await mailOf(id), deps.mailed]).toEqual([undefined, []]);
  });

  it("for an event in favourites and a collection are sent while either category is on", async () => {
    const [first, second] = [
      await addMail({ unsubscribes: "heldEvents" }),
      await addMail({ unsubscribes: "heldEvents" }),
    ];
    await setSubscription(deps, await token("savedEvents"), false);
    expect(await deliverMail(deps, first)).toBe("sent");
    await setSubscription(deps, await token("collections"), false);
    expect(await deliverMail(deps, second)).toBe("skipped");
  });

  it("stop for an address that refuses them for good, unlike emails about the account", async () => {
    deps.mail = {
      keeps: "everything",
      send: () => Promise.reject(new MailRefused("The mail server answered 550.", true)),
    };
    expect(await deliverMail(deps, await addMail())).toBe("dead");
    expect(
      (await deps.db.select().from(users).where(eq(users.id, reader.id)).get())?.mailRefusedAt,
    ).not.toBeNull();
    expect(await deliverMail(deps, await addMail())).toBe("skipped");
    expect(await deliverMail(deps, await addMail({ unsubscribes: null }))).toBe("dead");
  });
});

describe("counting opens and clicks", () => {
  const get = (url: string, init: RequestInit = {}) =>
    SELF.fetch(url.replace(deps.siteUrl, ORIGIN), { redirect: "manual", ...init });

  it("happens once per email with the reader's consent, and not for prefetches", async () => {
    const id = await addMail({ isTracked: true });
    const silent = await addMail();
    await get(await pixelUrl(deps, id), { method: "HEAD" });
    await get(await pixelUrl(deps, id), { headers: { "Sec-Purpose": "prefetch" } });
    await get(await pixelUrl(deps, silent));
    expect([(await mailOf(id))?.openedAt, (await mailOf(silent))?.openedAt]).toEqual([null, null]);
    const answer = await get(await pixelUrl(deps, id));
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/gif"]);
    const at = (await mailOf(id))?.openedAt;
    expect(at).toBeGreaterThan(0);
    await get(await pixelUrl(deps, id));
    expect((await mailOf(id))?.openedAt).toBe(at);
  });

  it("redirects to our own paths only", async () => {
    const id = await addMail({ isTracked: true });
    const good = await get(await countedUrl(deps, id, "/events?free=1"));
    expect([good.status, good.headers.get("Location")]).toEqual([302, "/events?free=1"]);
    expect((await mailOf(id))?.clickedAt).toBeGreaterThan(0);
    for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example"])
      expect((await get(await countedUrl(deps, id, to))).headers.get("Location")).toBe("/");
    const forged = (await countedUrl(deps, id, "/events")).replace("to=%2Fevents", "to=%2Fadmin");
    expect((await get(forged)).headers.get("Location")).toBe("/");
  });
});
