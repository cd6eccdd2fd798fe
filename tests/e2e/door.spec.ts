import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright/test";
import { encode } from "uqr";
import { violationsOn } from "./axe";
import { DOOR_EVENT, guestName, guestTicket } from "./door-guests";
import { comeAs } from "./newcomers";
import { expect, hydrated, test } from "./people";

test.use({ serviceWorkers: "allow" });

/** The server's clock (tests/e2e/server.ts). */
const NOW = "2026-12-08T10:00:00Z";
/** From the press to its result, with 2,000 guests, ms. */
const RESULT_WITHIN = 300;

interface DoorLink {
  path: string;
  pin: string;
}

/** A link and its PIN, as the host's page shows them once. */
async function makeLink(host: Page, name: string): Promise<DoorLink> {
  await host.goto(`/my-events/${DOOR_EVENT}/door?lang=en`);
  await host.getByLabel("Gate or person").fill(name);
  await host.getByRole("button", { name: "Make a link" }).click();
  const made = host.getByRole("status").filter({ hasText: `Link for ${name}` });
  const link = await made.getByRole("link").getAttribute("href");
  const pin = await made.locator("b[dir=ltr]").textContent();
  return { path: new URL(link ?? "").pathname, pin: pin ?? "" };
}

/** Opens the door and waits until page, files and list are on the phone. */
async function openDoor(page: Page, { path, pin }: DoorLink): Promise<void> {
  await page.goto(`${path}?lang=en`);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("PIN").fill(pin);
  await page.getByRole("button", { name: "Open the door" }).click();
  await expect(page.getByText("Online", { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/door/");
    const cache = await caches.open("door-1");
    const kept = await cache.match(location.pathname, { ignoreSearch: true });
    return registration?.active?.state === "activated" && kept !== undefined;
  });
}

/** Presses a button and takes the time until the result says so, ms. */
const timeResult = (page: Page, button: string, said: string) =>
  page.evaluate(
    ([button, said]) =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        const isSaid = () =>
          document.querySelector("[role=alert] h2")?.textContent?.includes(said ?? "");
        new MutationObserver(() => isSaid() && resolve(performance.now() - began)).observe(
          document.body,
          { subtree: true, childList: true, characterData: true },
        );
        setTimeout(() => reject(new Error("There was no result.")), 10_000);
        [...document.querySelectorAll("button")]
          .find(({ textContent }) => textContent === button)
          ?.click();
      }),
    [button, said],
  );

const insideOf = (page: Page) => page.getByRole("region", { name: "People inside" }).locator("b");

test.describe("the door", () => {
  // They count the guests of one event.
  test.describe.configure({ mode: "default" });
  let host: Page;
  let baseUrl: string;
  test.beforeEach(async ({ browser, baseURL }) => {
    baseUrl = baseURL ?? "";
    const context = await browser.newContext({ baseURL: baseUrl });
    await comeAs(context, "doors", baseUrl);
    host = await context.newPage();
  });
  test.afterEach(() => host.context().close());

  test("finds a guest among 2,000 as the name is typed, admits without a network within 300 ms, sends once, and tells the hosts of a double", async ({
    browser,
  }) => {
    const phones: { context: BrowserContext; page: Page }[] = [];
    for (const name of ["Gate A", "Gate B"]) {
      const link = await makeLink(host, name);
      const context = await browser.newContext({ baseURL: baseUrl });
      const page = await context.newPage();
      await openDoor(page, link);
      phones.push({ context, page });
    }
    for (const page of [host, ...phones.map(({ page }) => page)])
      expect(await violationsOn(page)).toEqual([]);
    // Before the event each phone has tested itself, and the host reads so.
    for (const { page } of phones)
      await expect(page.getByText(/Ready for offline, tested at/)).toBeVisible({ timeout: 20_000 });
    await host.goto(`/my-events/${DOOR_EVENT}/door?lang=en`);
    await expect(host.getByText(/ready for offline, tested/).first()).toBeVisible();
    for (const { context, page } of phones) {
      await context.setOffline(true);
      await page.reload();
      await hydrated(page);
      await expect(page.getByText("Offline", { exact: true })).toBeVisible();
      await page.getByRole("searchbox", { name: "Find by name" }).fill(guestName(7));
      await page.getByRole("link", { name: guestName(7) }).click();
      const took = await timeResult(page, "Admit 3", "3 people");
      console.info(`Door: a result offline among 2,000 guests after ${Math.round(took)} ms.`);
      expect(took).toBeLessThan(RESULT_WITHIN);
      await page.getByRole("button", { name: "Next" }).click();
      await expect(insideOf(page)).toHaveText("3");
      await expect(page.getByText("1 scan to send")).toBeVisible();
    }
    for (const { context, page } of phones) {
      await context.setOffline(false);
      await expect(page.getByText("Online", { exact: true })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText("to send")).toHaveCount(0);
      await expect(insideOf(page)).toHaveText("3");
    }
    await host.goto(`/my-events/${DOOR_EVENT}/door?lang=en`);
    await expect(host.getByText("Let in at two gates")).toBeVisible();
    await host.getByRole("button", { name: "Take back" }).click();
    await expect(host.getByText("Let in at two gates")).toHaveCount(0);
    for (const { context } of phones) await context.close();
  });

  test("reads a ticket in the camera's picture, admits a party of one by it, and is amber the second time", async () => {
    const link = await makeLink(host, "Camera");
    await host.goto(`/t/${await guestTicket(NOW, 8)}?lang=fa`);
    expect(await violationsOn(host)).toEqual([]);
    const film = await filmOf(`${baseUrl}/t/${await guestTicket(NOW, 8)}`);
    let camera: Browser | null = null;
    try {
      camera = await chromium.launch({
        ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
        args: [
          "--no-sandbox",
          "--use-fake-device-for-media-stream",
          "--use-fake-ui-for-media-stream",
          `--use-file-for-fake-video-capture=${film}`,
        ],
      });
      const context = await camera.newContext({ baseURL: baseUrl, permissions: ["camera"] });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      // A camera that the site may use opens by itself, and an admission closes by itself.
      await openDoor(page, link);
      const result = page.getByRole("alert").filter({ hasText: guestName(8) });
      await expect(result.filter({ hasText: "Come in" })).toBeVisible({ timeout: 30_000 });
      await expect(result.filter({ hasText: "Already in" })).toBeVisible({ timeout: 30_000 });
      expect(await violationsOn(page)).toEqual([]);
      await result.getByRole("button", { name: "Next" }).click();
      await expect(result).toHaveCount(0);
      await expect(insideOf(page)).not.toHaveText("0");
    } finally {
      await camera?.close();
    }
  });
});

/** A film (YUV4MPEG2) that shows a QR code, for the browser's camera. */
async function filmOf(text: string): Promise<string> {
  const [width, height, scale] = [640, 480, 7] as const;
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const light = new Uint8Array(width * height).fill(200);
  const [left, top] = [(width - size * scale) >> 1, (height - size * scale) >> 1];
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      for (let line = 0; line < scale; line++) {
        const at = (top + y * scale + line) * width + left + x * scale;
        light.fill(isDark ? 16 : 235, at, at + scale);
      }
    });
  });
  const grey = new Uint8Array((width * height) / 2).fill(128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), light, grey]);
  const path = join(await mkdtemp(join(tmpdir(), "rooydad-door-")), "ticket.y4m");
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
  return path;
}
