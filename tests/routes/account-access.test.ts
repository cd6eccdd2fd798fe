import { beforeAll, describe, expect, it } from "vitest";
import en from "../../app/locales/en/account.json" with { type: "json" };
import fa from "../../app/locales/fa/account.json" with { type: "json" };
import { ACCESS_KINDS, SIGN_IN_WAYS } from "../../app/modules/identity/access.server";
import { ENDABLE_ACCESS } from "../../app/modules/identity/end-access.server";
import { listAccess } from "../../app/modules/identity/list-access.server";
import { addEveryAccess } from "../factories/access";
import { emptyDatabase } from "../helpers/empty-database";
import { anotherBrowser, type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());

beforeAll(emptyDatabase);

describe("what has access", () => {
  const end = (browser: Browser, kind: string, id: string) =>
    browser.post("/account/security", { intent: "end-access", kind, id });

  it("lists sessions in words, and ends one or all but the current one", async () => {
    const me = await signInAs(deps);
    const phone = await anotherBrowser(
      deps,
      me.id,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) Version/17.6 Safari/604.1",
    );
    const third = await anotherBrowser(deps, me.id, "something else");
    const html = await (await me.get("/account/security")).text();
    for (const words of [
      "Firefox on Linux",
      "Safari on iPhone",
      "App or unknown browser",
      "This device",
    ])
      expect(html).toContain(words);
    for (let turn = 0; turn < 2; turn++)
      expect((await end(me, "sessions", phone.sessionId)).status).toBe(303);
    expect((await phone.get("/account")).status).toBe(302);
    expect((await me.post("/account/security", { intent: "end-other-access" })).status).toBe(303);
    expect((await third.get("/account")).status).toBe(302);
    expect((await me.get("/account")).status).toBe(200);
  });

  it("is shown with since when, last use and from where, in both languages, and ends one by one", async () => {
    const me = await signInAs(deps);
    await addEveryAccess(deps, me.id);
    const items = await listAccess(deps, { userId: me.id, sessionId: me.sessionId, device: null });
    expect([...new Set(items.map(({ kind }) => kind))].sort()).toEqual(
      ACCESS_KINDS.filter((kind) => kind !== "pendingSteps" && kind !== "mailedLinks").sort(),
    );
    for (const [language, texts] of [
      ["en", en.access],
      ["fa", fa.access],
    ] as const) {
      const html = await (await me.get(`/account/security?lang=${language}`)).text();
      for (const { kind } of items)
        expect([kind, html.includes(texts.kind[kind])]).toEqual([kind, true]);
      for (const fact of [texts.since, texts.used, texts.from])
        expect(html).toContain(fact.split("{{")[0]);
      expect(html).toContain(texts.notRecorded);
      expect(html).toContain(texts.endOthersSubmit);
    }
    for (const { kind, id, isThis } of items) {
      if (isThis || !(ENDABLE_ACCESS as readonly string[]).includes(kind)) continue;
      expect([kind, (await end(me, kind, id)).status]).toEqual([kind, 303]);
    }
    const left = await listAccess(deps, { userId: me.id, sessionId: me.sessionId, device: null });
    expect(left.filter(({ kind }) => (ENDABLE_ACCESS as readonly string[]).includes(kind))).toEqual(
      [expect.objectContaining({ kind: "sessions", isThis: true })],
    );
    // The ways to sign in need the password: no request without one ends them.
    for (const kind of ["passkeys", "password", "authenticator", "recoveryCodes", "linkedAccounts"])
      expect([kind, (await end(me, kind, "")).status]).toEqual([kind, 400]);
    for (const kind of SIGN_IN_WAYS.filter((kind) => kind !== "knownDevices"))
      expect(left.map((item) => item.kind)).toContain(kind);
  });

  it("ends at once except this browser and the ways to sign in", async () => {
    const me = await signInAs(deps);
    await addEveryAccess(deps, me.id);
    expect((await me.post("/account/security", { intent: "end-other-access" })).status).toBe(303);
    const left = await listAccess(deps, { userId: me.id, sessionId: me.sessionId, device: null });
    expect(left.map(({ kind }) => kind).sort()).toEqual([
      "authenticator",
      "linkedAccounts",
      "passkeys",
      "password",
      "recoveryCodes",
      "sessions",
    ]);
    expect((await me.get("/account")).status).toBe(200);
  });

  it("of other users cannot be ended", async () => {
    const [me, other] = [await signInAs(deps), await signInAs(deps)];
    await addEveryAccess(deps, other.id);
    const asker = { userId: other.id, sessionId: other.sessionId, device: null };
    const before = await listAccess(deps, asker);
    for (const { kind, id } of before) await end(me, kind, id);
    await me.post("/account/security", { intent: "end-other-access" });
    expect(await listAccess(deps, asker)).toEqual(before);
    expect((await end(me, "sessions", me.sessionId)).status).toBe(400);
    expect((await end(me, "everything", "")).status).toBe(400);
  });
});
