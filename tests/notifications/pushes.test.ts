import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PushGone } from "../../app/lib/deps";
import {
  deliverPush,
  listDeadPushes,
  resendPush,
  sweepPushes,
} from "../../app/modules/notifications/push/deliver-push.server";
import { readPush } from "../../app/service-worker/rules";
import { auditEntries, pushes, pushSubscriptions } from "../../db/schema";
import { createWebPush, isPushAddress } from "../../worker/adapters/push";
import { createUser } from "../factories/user";
import { answerWith, askedAt, EXTERNAL } from "../helpers/external-services";
import { textOf } from "../helpers/page-text";
import { failureOf } from "../helpers/people";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const MINUTE = 60_000;
let deps: TestDeps;

const base64 = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as Uint8Array).toString("base64url");

/** A P-256 key pair of a browser or a deployment. */
async function keyPair() {
  const keys = (await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey("jwk", keys.privateKey)) as JsonWebKey;
  return {
    keys,
    publicKey: base64(
      new Uint8Array((await crypto.subtle.exportKey("raw", keys.publicKey)) as ArrayBuffer),
    ),
    privateKey: jwk.d ?? "",
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Decrypts a push like a browser (RFC 8291, RFC 8188). */
async function decrypt(
  body: Bytes,
  browser: CryptoKeyPair,
  browserPublic: Bytes,
  auth: Bytes,
): Promise<string> {
  const salt = body.slice(0, 16);
  const length = body[20] ?? 0;
  const sender = body.slice(21, 21 + length);
  const cipher = body.slice(21 + length);
  const senderKey = await crypto.subtle.importKey(
    "raw",
    sender,
    { name: "ECDH", namedCurve: "P-256" },
    false,
    [],
  );
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: senderKey } as unknown as SubtleCryptoDeriveKeyAlgorithm,
    browser.privateKey,
    256,
  );
  const hkdf = async (secret: ArrayBuffer | Bytes, with_: Bytes, info: Bytes, bits: number) =>
    crypto.subtle.deriveBits(
      { name: "HKDF", hash: "SHA-256", salt: with_, info },
      await crypto.subtle.importKey("raw", secret as ArrayBuffer, "HKDF", false, ["deriveBits"]),
      bits,
    );
  const text = (said: string) => new TextEncoder().encode(said);
  const input = await hkdf(
    shared,
    auth,
    new Uint8Array([...text("WebPush: info\0"), ...browserPublic, ...sender]),
    256,
  );
  const key = await hkdf(input, salt, text("Content-Encoding: aes128gcm\0"), 128);
  const nonce = await hkdf(input, salt, text("Content-Encoding: nonce\0"), 96);
  const opened = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: new Uint8Array(nonce) },
    await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]),
    cipher,
  );
  // The delimiter of the last record follows the text.
  const padded = new TextDecoder().decode(opened);
  return padded.slice(0, padded.lastIndexOf(String.fromCharCode(2)));
}

beforeEach(async () => {
  deps = createTestDeps();
  await env.DB.exec("DELETE FROM pushes");
  await env.DB.exec("DELETE FROM push_subscriptions");
});

async function addPush() {
  const { id: userId } = await createUser(deps.db, {});
  const subscriptionId = deps.ids.next();
  const id = deps.ids.next();
  const now = deps.clock.now();
  await deps.db.insert(pushSubscriptions).values({
    id: subscriptionId,
    userId,
    endpoint: `https://push.example/${id}`,
    p256dh: "p",
    auth: "a",
    locale: "en",
    createdAt: now,
  });
  await deps.db.insert(pushes).values({
    id,
    idempotencyKey: id,
    subscriptionId,
    userId,
    kind: "event-cancelled",
    payload: { title: "Cancelled" },
    dueAt: now,
    createdAt: now,
  });
  return id;
}

describe("a push notification", () => {
  it("is encrypted for its browser and signed with the deployment's keys", async () => {
    const [browser, vapid] = [await keyPair(), await keyPair()];
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const asked = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response(null, { status: 201 }));
    const push = createWebPush({
      publicKey: vapid.publicKey,
      privateKey: vapid.privateKey,
      subject: "mailto:hello@rooydad.example",
    });
    const said = JSON.stringify({ title: "لغو شد: شب کمانچه" });
    await push.send(
      {
        endpoint: "https://push.services.mozilla.com/wpush/v2/x",
        p256dh: browser.publicKey,
        auth: base64(auth),
      },
      said,
    );
    const [url, init] = asked.mock.calls[0] as [string, RequestInit];
    asked.mockRestore();
    const headers = new Headers(init.headers);
    expect([url, init.method, headers.get("Content-Encoding"), headers.get("TTL")]).toEqual([
      "https://push.services.mozilla.com/wpush/v2/x",
      "POST",
      "aes128gcm",
      "86400",
    ]);
    const authorization = headers.get("Authorization") ?? "";
    const [, head = "", body = "", signature = ""] =
      /(?:t=|WebPush )([\w-]+)\.([\w-]+)\.([\w-]+)/.exec(authorization) ?? [];
    expect(JSON.parse(Buffer.from(body, "base64url").toString())).toMatchObject({
      aud: "https://push.services.mozilla.com",
      sub: "mailto:hello@rooydad.example",
    });
    const key = await crypto.subtle.importKey(
      "raw",
      Buffer.from(vapid.publicKey, "base64url"),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    expect(
      await crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        key,
        Buffer.from(signature, "base64url"),
        new TextEncoder().encode(`${head}.${body}`),
      ),
    ).toBe(true);
    expect(
      await decrypt(
        new Uint8Array(init.body as Bytes),
        browser.keys,
        Buffer.from(browser.publicKey, "base64url"),
        auth,
      ),
    ).toBe(said);
  });

  it.each([
    "http://push.example.com/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://169.254.169.254/latest",
    "https://push.example.com:8443/x",
    "https://user@push.example.com/x",
    "https://10.0.0.1.nip.io/x",
    "https://[::1]/x",
  ])("is not sent to addresses like %s", async (endpoint) => {
    expect(isPushAddress(new URL(endpoint))).toBe(false);
    const push = createWebPush({
      publicKey: "x",
      privateKey: "x",
      subject: "mailto:x@rooydad.example",
    });
    await expect(push.send({ endpoint, p256dh: "p", auth: "a" }, "{}")).rejects.toBeInstanceOf(
      PushGone,
    );
  });

  it("is sent once despite concurrent senders", async () => {
    const sent: string[] = [];
    deps.push = { send: async ({ endpoint }) => void sent.push(endpoint) };
    const id = await addPush();
    expect((await Promise.all([deliverPush(deps, id), deliverPush(deps, id)])).sort()).toEqual([
      "sent",
      "skipped",
    ]);
    expect(sent).toHaveLength(1);
  });

  it("to a deleted subscription removes it and everything waiting for it", async () => {
    deps.push = { send: () => Promise.reject(new PushGone("410")) };
    const id = await addPush();
    expect(await deliverPush(deps, id)).toBe("gone");
    expect([
      await deps.db.select().from(pushSubscriptions),
      await deps.db.select().from(pushes),
    ]).toEqual([[], []]);
  });

  it("that fails is retried with growing waits, and finally given up", async () => {
    deps.push = { send: () => Promise.reject(new Error("The push service answered 503.")) };
    const id = await addPush();
    const outcomes: string[] = [await deliverPush(deps, id), await deliverPush(deps, id)];
    for (let turn = 0; turn < 4; turn += 1) {
      deps.pass(121 * MINUTE);
      outcomes.push(await deliverPush(deps, id));
    }
    expect(outcomes).toEqual(["retried", "skipped", "retried", "retried", "retried", "dead"]);
    expect(await sweepPushes(deps)).toEqual({ sent: 0, failed: 0 });
  });
});

describe("a push service over the network", () => {
  const SERVICE = "https://push.services.mozilla.com";
  const ask = globalThis.fetch;

  // The service's name resolves to the test server: requests use a socket.
  beforeEach(() => {
    vi.spyOn(globalThis, "fetch").mockImplementation((url, init) =>
      ask(String(url).replace(SERVICE, EXTERNAL.http), init),
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** A browser whose push service responds with the status, and a pending push for it. */
  async function addBrowser(status: number) {
    const [browser, vapid] = [await keyPair(), await keyPair()];
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const path = `/push/${crypto.randomUUID()}`;
    await answerWith(path, { status, body: "", headers: { Location: "/elsewhere" } });
    deps.push = createWebPush({
      publicKey: vapid.publicKey,
      privateKey: vapid.privateKey,
      subject: "mailto:hello@rooydad.example",
    });
    const id = await addPush();
    const lines = {
      title: "لغو شد: شب کمانچه",
      message: "برنامهٔ ۲۱ آذر برگزار نمی‌شود.",
      actionUrl: "/events/1?lang=fa",
      tag: "cause-1",
      lang: "fa",
    };
    await deps.db
      .update(pushSubscriptions)
      .set({ endpoint: SERVICE + path, p256dh: browser.publicKey, auth: base64(auth) });
    await deps.db.update(pushes).set({ payload: lines });
    const asked = () => askedAt(path);
    return {
      id,
      asked,
      lines,
      vapid,
      open: (body: Bytes) =>
        decrypt(body, browser.keys, Buffer.from(browser.publicKey, "base64url"), auth),
    };
  }

  it("is called as RFC 8030 and 8292 require, and the browser can decrypt the message", async () => {
    const { id, asked, lines, vapid, open } = await addBrowser(201);
    expect(await deliverPush(deps, id)).toBe("sent");
    const [request, ...more] = await asked();
    if (!request) throw new Error("Nobody was asked.");
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      method: "POST",
      headers: {
        ttl: "86400",
        urgency: "normal",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
      },
    });
    expect(String(request.headers.authorization)).toContain(vapid.publicKey);
    const said = await open(new Uint8Array(Buffer.from(request.bytes, "base64")));
    expect(JSON.parse(said)).toEqual(lines);
    expect(readPush(said)).toEqual({
      title: lines.title,
      body: lines.message,
      lang: "fa",
      dir: "rtl",
      tag: "cause-1",
      actionUrl: "/events/1?lang=fa",
    });
    const sender = await deps.db.select().from(pushSubscriptions).get();
    expect(sender?.lastSentAt).toBe(deps.clock.now());
  });

  it.each([404, 410])(
    "that answers %i has dropped the subscription, so we delete it",
    async (status) => {
      const { id } = await addBrowser(status);
      expect(await deliverPush(deps, id)).toBe("gone");
      expect([
        await deps.db.select().from(pushSubscriptions),
        await deps.db.select().from(pushes),
      ]).toEqual([[], []]);
    },
  );

  it.each([401, 403, 429, 500, 503])(
    "that answers %i is retried later, and the subscription stays",
    async (status) => {
      const { id, asked } = await addBrowser(status);
      expect([await deliverPush(deps, id), await deliverPush(deps, id)]).toEqual([
        "retried",
        "skipped",
      ]);
      deps.pass(MINUTE);
      expect(await deliverPush(deps, id)).toBe("retried");
      expect(await asked()).toHaveLength(2);
      expect(await deps.db.select().from(pushSubscriptions)).toHaveLength(1);
    },
  );

  it.each([400, 413])(
    "that answers %i refuses for good: the notification is given up at once, and the subscription stays",
    async (status) => {
      const { id } = await addBrowser(status);
      expect([await deliverPush(deps, id), await deliverPush(deps, id)]).toEqual([
        "dead",
        "skipped",
      ]);
      expect(await deps.db.select().from(pushSubscriptions)).toHaveLength(1);
    },
  );

  it("that redirects is not followed", async () => {
    const { id, asked } = await addBrowser(307);
    expect(await deliverPush(deps, id)).toBe("retried");
    expect(await asked()).toHaveLength(1);
  });
});

describe("given-up push notifications", () => {
  const admin = { id: "a", role: "admin", isVerified: true, sessionId: "none" } as const;
  const dead = async (createdAt = deps.clock.now()) => {
    const id = await addPush();
    await deps.db
      .update(pushes)
      .set({ status: "dead", attempts: 5, lastError: "503", createdAt })
      .where(eq(pushes.id, id));
    return id;
  };

  it("are listed page by page for staff with access to the outbox, without the others", async () => {
    deps.push = { send: async () => {} };
    await addPush();
    const ids: string[] = [];
    for (let count = 0; count < 26; count += 1) ids.unshift(await dead());
    const first = await listDeadPushes(deps, admin, null);
    expect(first.pushes[0]).toMatchObject({
      title: "Cancelled",
      attempts: 5,
      lastError: "503",
      canResend: true,
      reader: expect.any(String),
    });
    const second = await listDeadPushes(deps, admin, first.next);
    expect([...first.pushes, ...second.pushes].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect(
      await failureOf(listDeadPushes(deps, { ...admin, role: "moderator" }, null)),
    ).toMatchObject({ code: "forbidden" });
    expect(await failureOf(listDeadPushes(deps, admin, "../1"))).toMatchObject({
      code: "bad-request",
    });
  });

  it("are sent again once on request, and that is recorded", async () => {
    const sent: string[] = [];
    deps.push = { send: async ({ endpoint }) => void sent.push(endpoint) };
    const id = await dead();
    await resendPush(deps, admin, id);
    await deps.settle();
    expect(deps.sent).toMatchObject([{ type: "news.send", pushes: [id] }]);
    expect(await deliverPush(deps, id)).toBe("sent");
    expect(sent).toHaveLength(1);
    expect(await failureOf(resendPush(deps, admin, id))).toMatchObject({ code: "conflict" });
    const again = await dead();
    await env.DB.exec(
      "CREATE TRIGGER away BEFORE UPDATE ON pushes BEGIN SELECT RAISE(ABORT, 'the machine is gone'); END",
    );
    await expect(resendPush(deps, admin, again)).rejects.toThrow();
    await env.DB.exec("DROP TRIGGER away");
    expect(
      await deps.db.select().from(auditEntries).where(eq(auditEntries.action, "push.resent")),
    ).toMatchObject([{ entityId: id }]);
  });

  it("cannot be sent again after a day, without a push service, or without permission", async () => {
    deps.push = { send: async () => {} };
    const stale = await dead(deps.clock.now() - 24 * 60 * MINUTE);
    expect((await listDeadPushes(deps, admin, null)).pushes).toMatchObject([{ canResend: false }]);
    expect(await failureOf(resendPush(deps, admin, stale))).toMatchObject({ code: "conflict" });
    const id = await dead();
    expect(await failureOf(resendPush(deps, { ...admin, role: "moderator" }, id))).toMatchObject({
      code: "forbidden",
    });
    expect(await failureOf(resendPush(deps, admin, deps.ids.next()))).toMatchObject({
      code: "not-found",
    });
    deps.push = null;
    expect(await failureOf(resendPush(deps, admin, id))).toMatchObject({ code: "conflict" });
  });

  it("are in the outbox in both languages, beside emails", async () => {
    const id = await dead(Date.now() - 25 * 60 * MINUTE);
    const browser = await signInAs(workerDeps(), "admin");
    for (const [lang, said] of [
      ["en", "Failed push notifications"],
      ["fa", "اعلان‌های ناموفق مرورگر"],
    ] as const) {
      const text = textOf(
        await (await browser.get("/admin/outbox?show=pushes", { "Accept-Language": lang })).text(),
      );
      expect(text).toContain(said);
      expect(text).toContain("Cancelled");
      expect(
        textOf(
          await (await browser.get("/admin/outbox?show=dead", { "Accept-Language": lang })).text(),
        ),
      ).not.toContain("Cancelled");
    }
    const answer = await browser.post("/admin/outbox?show=pushes", {
      intent: "resend-push",
      push: id,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/admin/outbox?show=pushes",
    ]);
    expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(
      "account:outbox.notDeadPush",
    );
  });
});
