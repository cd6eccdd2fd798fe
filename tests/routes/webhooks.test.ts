import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema";
import { keyOf } from "../factories/user";
import { textOf } from "../helpers/page-text";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const FIELDS = {
  intent: "create-webhook",
  url: "https://hall.rooydad-tests.org/hook",
  types: "event.published",
  ownOnly: "1",
};
const SECRET = /whsec_[\w+/]{43}=/;

describe("the pages of webhooks", () => {
  it("add one, show its secret once, and lead to its buttons and its log, without JavaScript", async () => {
    const me = await signInAs(deps);
    expect(await (await me.get("/account/security?lang=en")).text()).toContain(
      'href="/account/webhooks',
    );
    const made = await me.post("/account/webhooks?lang=en", FIELDS);
    expect(made.status).toBe(200);
    expect(await made.text()).toMatch(SECRET);
    const list = await (await me.get("/account/webhooks?lang=en")).text();
    expect(list).not.toMatch(SECRET);
    const path = /\/account\/webhooks\/[\w-]{36}/.exec(list)?.[0] ?? "";
    expect(textOf(list)).toContain("https://hall.rooydad-tests.org/hook");

    for (const intent of ["test-webhook", "switch-off", "switch-on"])
      expect((await me.post(path, { intent })).status).toBe(303);
    expect(await (await me.post(`${path}?lang=en`, { intent: "new-secret" })).text()).toMatch(
      SECRET,
    );
    const log = await (await me.get(`${path}?lang=en`)).text();
    expect(textOf(log)).toContain("webhook.test");
    await deps.db.update(webhookDeliveries).set({ status: "dead", lastError: "HTTP 500" });
    const failed = await (await me.get(`${path}?lang=fa`)).text();
    expect(textOf(failed)).toContain("HTTP 500");
    const delivery = /name="delivery" value="([\w-]+)"/.exec(failed)?.[1] ?? "";
    expect((await me.post(path, { intent: "resend", delivery })).status).toBe(303);
    const other = await signInAs(deps);
    expect((await other.get(path)).status).toBe(404);
    expect((await me.post(path, { intent: "delete-webhook" })).headers.get("Location")).toBe(
      "/account/webhooks",
    );
    expect(await deps.db.$count(webhookEndpoints, eq(webhookEndpoints.userId, me.id))).toBe(0);
  });

  it("say what is wrong, keep what was typed, and say when webhooks are switched off or an address is not confirmed", async () => {
    const me = await signInAs(deps);
    const refused = await me.post("/account/webhooks?lang=fa", {
      ...FIELDS,
      url: "https://10.0.0.1/hook",
      venue: "tehran/nowhere",
    });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('value="https://10.0.0.1/hook"');
    expect(textOf(html)).toContain("یک نشانی https در وب بنویسید.");
    expect(textOf(html)).toContain("این صفحه را نمی‌شناسیم. نشانی‌اش را کپی کنید.");
    const fresh = await signInAs(deps, "user", { emailVerifiedAt: null });
    expect(textOf(await (await fresh.get("/account/webhooks?lang=en")).text())).toContain(
      "Confirm your email first",
    );
    await changeSettings(deps, "features", { enableWebhooks: false }, null);
    expect(textOf(await (await me.get("/account/webhooks?lang=en")).text())).toContain(
      "Webhooks are switched off at the moment.",
    );
    expect((await me.post("/account/webhooks", FIELDS)).status).toBe(403);
    await changeSettings(deps, "features", { enableWebhooks: true }, null);
  });
});

describe("the API of webhooks", () => {
  it("lets a key with the scope `webhooks` do all that the pages do, and no other key", async () => {
    const me = await signInAs(deps);
    const ask = async (
      method: string,
      path: string,
      body?: object,
      scope: "webhooks" | "events" = "webhooks",
    ) =>
      SELF.fetch(`${ORIGIN}/api/v1/me/webhooks${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${await keyOf(deps, me.id, [scope])}`,
          ...(body && { "Content-Type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const input = { url: FIELDS.url, types: ["event.published"], ownOnly: true };
    expect((await ask("POST", "", input, "events")).status).toBe(403);
    const wrong = await ask("POST", "", { ...input, types: [], more: 1 });
    expect(wrong.status).toBe(422);
    const made = await ask("POST", "", input);
    const { id, secret } = (await made.json()) as { id: string; secret: string };
    expect([made.status, secret]).toEqual([201, expect.stringMatching(SECRET)]);
    const list = (await (await ask("GET", "")).json()) as { items: object[] };
    expect(list.items).toEqual([expect.objectContaining({ ...input, id, isOn: true, city: null })]);
    expect(JSON.stringify(list)).not.toContain("whsec_");
    expect((await ask("POST", `/${id}/test`)).status).toBe(204);
    const log = (await (await ask("GET", `/${id}/deliveries`)).json()) as {
      items: { id: string; type: string; status: string }[];
    };
    expect(log.items).toEqual([
      expect.objectContaining({ type: "webhook.test", status: "pending" }),
    ]);
    expect((await ask("POST", `/${id}/deliveries/${log.items[0]?.id}/resend`)).status).toBe(409);
    const renewed = (await (await ask("POST", `/${id}/secret`)).json()) as { secret: string };
    expect(renewed.secret).not.toBe(secret);
    expect((await ask("PATCH", `/${id}`, { isOn: false })).status).toBe(204);
    expect((await ask("POST", `/${id}/test`)).status).toBe(409);
    expect((await ask("DELETE", `/${id}`)).status).toBe(204);
    expect((await ask("DELETE", `/${id}`)).status).toBe(404);
  });
});
