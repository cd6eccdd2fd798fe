import { expect, test } from "./people";

test.use({ serviceWorkers: "allow" });

/** In the format of prepare-notifications (app/modules/notifications). */
const PUSHES = [
  {
    title: "Cancelled: Setar night",
    message: "The evening of 12 December is off.",
    lang: "en",
    dir: "ltr",
  },
  { title: "لغو شد: شب سه‌تار", message: "برنامهٔ ۲۱ آذر برگزار نمی‌شود.", lang: "fa", dir: "rtl" },
] as const;

/** The used part of the service worker's global scope. */
interface WorkerWorld {
  clients: { openWindow(url: string): Promise<null> };
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, given: { notification: Notification }) => Event;
}

test("a push notification is shown in its own language and direction, once per tag, and leads to its subject", async ({
  page,
  context,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? "").origin;
  await context.grantPermissions(["notifications"], { origin });
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted,
      );
      if (ours) resolve(ours.registrationId);
    }),
  );
  await devTools.send("ServiceWorker.enable");
  await page.goto("/help?lang=en");
  // A push to a worker that is still activating is lost: Chromium's test tool drops it.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active && active.state !== "activated")
      await new Promise((resolve) =>
        active.addEventListener("statechange", resolve, { once: true }),
      );
  });
  const registrationId = await registered;
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, lang, dir, tag }) => ({
          title,
          body,
          lang,
          dir,
          tag,
        }),
      ),
    );
  const deliver = (data: string) =>
    devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });

  // An unreadable payload shows nothing.
  await deliver("{");
  for (const { dir, ...push } of PUSHES) {
    const said = { ...push, tag: push.lang, actionUrl: `/events?lang=${push.lang}` };
    await deliver(JSON.stringify({ ...said, message: "Earlier" }));
    await deliver(JSON.stringify(said));
    await expect.poll(shown).toContainEqual({
      title: push.title,
      body: push.message,
      lang: push.lang,
      dir,
      tag: push.lang,
    });
  }
  expect(await shown()).toHaveLength(PUSHES.length);

  const [worker] = context.serviceWorkers();
  const opened = await worker?.evaluate(async () => {
    const world = globalThis as unknown as WorkerWorld;
    const addresses: string[] = [];
    // Only a user gesture may open a window: record the calls instead.
    world.clients.openWindow = async (url) => {
      addresses.push(url);
      return null;
    };
    const notifications = await world.registration.getNotifications();
    for (const notification of notifications)
      world.dispatchEvent(new world.NotificationEvent("notificationclick", { notification }));
    for (
      const end = Date.now() + 2_000;
      addresses.length < notifications.length && Date.now() < end;
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
    return addresses;
  });
  expect(opened?.sort()).toEqual(PUSHES.map(({ lang }) => `${origin}/events?lang=${lang}`));
  // Each closes once it was followed.
  await expect.poll(shown).toEqual([]);
});

test.describe("a subscribed browser", () => {
  test.use({ role: "user" });

  test("gets push notifications only during the session that it subscribed in", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(["notifications"], { origin: new URL(baseURL ?? "").origin });
    const endpoint = "https://push.example/this-browser";
    await page.addInitScript((address) => {
      PushManager.prototype.getSubscription = async () =>
        ({ endpoint: address }) as PushSubscription;
    }, endpoint);
    await page.goto("/account/preferences?lang=en");
    await expect(page.getByText("Notifications are off on this device.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on for this device" })).toBeVisible();
    await page.route("**/api/v1/users/me/push-subscriptions", (route) =>
      route.fulfill({
        json: { items: [{ id: "one", endpoint, createdAt: "2026-11-21T00:00:00Z" }] },
      }),
    );
    await page.reload();
    await expect(page.getByText("Notifications are on for this device.")).toBeVisible();
  });
});

test.describe("push notifications are offered", () => {
  test.use({ role: "user" });

  test("after a user has saved an event, never on the first visit, and once per browser", async ({
    page,
    request,
  }) => {
    const { items } = await (await request.get("/api/v1/events?city=shiraz&limit=1")).json();
    const [event] = items as { id: string }[];
    // Headless browsers deny the permission by default.
    await page.addInitScript(() =>
      Object.defineProperty(Notification, "permission", { get: () => "default" }),
    );
    const offer = page.getByText("Shall we notify you on this device");
    const heart = page.locator(`form[action$="/${event?.id}/favourite"] button`).first();
    const press = async (isSaved: boolean) => {
      const answered = page.waitForResponse(
        (response) =>
          response.request().method() === "POST" && response.url().includes("/favourite"),
      );
      await heart.click();
      await answered;
      await expect(heart).toHaveAttribute("aria-pressed", String(isSaved));
    };
    await page.goto(`/events/${event?.id}?lang=en`);
    await expect(page.locator("header button[aria-haspopup=dialog]")).toBeVisible();
    await expect(offer).toHaveCount(0);
    await press(true);
    await expect(offer).toBeVisible();
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(offer).toHaveCount(0);
    await press(false);
    await press(true);
    await press(false);
    await expect(offer).toHaveCount(0);
  });
});
