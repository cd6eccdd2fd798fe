import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setBotHook } from "../../app/modules/messengers/bots.server";
import { channelPosts, channels, messengerBots } from "../../db/schema";
import { createCity } from "../factories/city";
import { textOf } from "../helpers/page-text";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE";

describe("the pages of channels", () => {
  it("store a token, add a channel, change it and show its log, without JavaScript", async () => {
    const me = await signInAs(deps, "admin");
    const city = await createCity(deps.db, { nameEn: "Channel City" });
    deps.memo.clear();
    expect(await (await me.get("/admin/dashboard?lang=en")).text()).toContain(
      'href="/admin/channels',
    );
    const empty = textOf(await (await me.get("/admin/channels?lang=en")).text());
    expect(empty).toContain("No channels yet.");
    expect(empty).toContain("It only posts: Eitaa’s bots can’t receive messages");
    const refused = await me.post("/admin/channels?lang=fa", {
      intent: "token",
      service: "telegram",
      token: "not a token",
    });
    expect(refused.status).toBe(400);
    const wrong = await refused.text();
    expect(textOf(wrong)).toContain("این شبیه توکن نیست.");
    expect(wrong).not.toContain("not a token");
    expect(
      (await me.post("/admin/channels", { intent: "token", service: "telegram", token: TOKEN }))
        .status,
    ).toBe(303);
    const fields = {
      intent: "add",
      service: "telegram",
      city: city.slug,
      chat: "https://t.me/Channel_City",
      locale: "en",
      posts: "week",
    };
    const bad = await me.post("/admin/channels?lang=en", { ...fields, chat: "no chat" });
    expect(bad.status).toBe(400);
    expect(textOf(await bad.text())).toContain(
      "Enter a name with @, the address of a channel, or its number.",
    );
    const made = await me.post("/admin/channels", fields);
    const path = made.headers.get("Location") ?? "";
    expect(path).toMatch(/^\/admin\/channels\/[\w-]{36}$/);
    const list = await (await me.get("/admin/channels?lang=en")).text();
    expect(textOf(list)).toContain("@channel_city");
    expect(textOf(list)).toContain("Telegram · Channel City · The week’s ten");
    expect(list).not.toContain(TOKEN);

    expect((await me.post(path, { intent: "test" })).status).toBe(303);
    expect((await me.post(path, { intent: "save", locale: "fa", posts: "tonight" })).status).toBe(
      303,
    );
    const id = path.split("/").at(-1) ?? "";
    const [row] = await deps.db.select().from(channels).where(eq(channels.id, id));
    expect(row).toMatchObject({ locale: "fa", postsWeek: false, postsTonight: true });
    await deps.db
      .update(channelPosts)
      .set({ status: "dead", lastError: "HTTP 502", text: "<b>Words</b>" });
    await deps.db.update(channels).set({ offSince: 1, offReason: "HTTP 403: Forbidden" });
    const page = textOf(await (await me.get(`${path}?lang=en`)).text());
    for (const text of [
      "A test",
      "Failed",
      "HTTP 502",
      "&lt;b&gt;Words&lt;/b&gt;",
      "The messenger refused this channel: HTTP 403: Forbidden",
    ])
      expect(page).toContain(text);
    for (const intent of ["on", "stop"]) expect((await me.post(path, { intent })).status).toBe(303);
    expect((await me.post(`${path}?lang=en`, { intent: "test" })).status).toBe(409);
    expect((await me.post(path, { intent: "remove" })).headers.get("Location")).toBe(
      "/admin/channels",
    );
    expect((await me.get(path)).status).toBe(404);
    const moderator = await signInAs(deps, "moderator");
    expect((await moderator.get("/admin/channels")).status).toBe(302);
  });
});

describe("the address of a bot", () => {
  it("answers who knows it with the secret alone [S-107]", async () => {
    const me = await signInAs(deps, "admin");
    await me.post("/admin/channels", { intent: "token", service: "telegram", token: TOKEN });
    const hooks: Record<string, string>[] = [];
    await setBotHook(
      { ...deps, siteUrl: ORIGIN },
      { id: me.id, role: "admin", isVerified: true, sessionId: "s" },
      "telegram",
      {
        ask: async (_url, init) => {
          hooks.push(JSON.parse(String(init.body)));
          return Response.json({ ok: true, result: true });
        },
      },
    );
    const [hook] = hooks;
    const ask = (url: string, secret: string | null, body: unknown = { update_id: 1 }) =>
      SELF.fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(secret !== null && { "X-Telegram-Bot-Api-Secret-Token": secret }),
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const { url = "", secret_token: secret = "" } = hook ?? {};
    const start = { update_id: 2, message: { chat: { id: 5, type: "private" }, text: "/start" } };
    expect((await ask(`${ORIGIN}/api/v1/bots/telegram/guessed`, secret, start)).status).toBe(404);
    expect((await ask(url.replace("telegram", "bale"), secret, start)).status).toBe(404);
    expect((await ask(url, "wrong", start)).status).toBe(403);
    expect((await ask(url, null, start)).status).toBe(403);
    const answered = await ask(url, secret, start);
    expect([answered.status, await answered.json()]).toEqual([
      200,
      expect.objectContaining({ method: "sendMessage", chat_id: 5 }),
    ]);
    for (const body of [start, { update_id: 3 }, "no JSON", "null"]) {
      const silent = await ask(url, secret, body);
      expect([silent.status, await silent.json()]).toEqual([200, {}]);
    }
    expect((await ask(url, secret, "x".repeat(70_000))).status).toBe(413);
    expect((await SELF.fetch(url)).status).toBe(405);
    await deps.db.delete(messengerBots);
    expect((await ask(url, secret, start)).status).toBe(404);
  });
});
