import process from "node:process";
import type { BrowserContext, Page } from "playwright/test";
import { joinAsNew } from "./joining";
import { expect, hydrated, test } from "./people";

// Passkeys need a domain; the test server listens on an IP address.
test.use({ baseURL: process.env.E2E_BASE_URL?.replace("127.0.0.1", "localhost") });

/** A virtual platform authenticator that confirms automatically. */
async function addAuthenticator(page: Page, context: BrowserContext): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, named and used to log in; the browser is not queried before a user action", async ({
  page,
  context,
}) => {
  await joinAsNew(page);
  await addAuthenticator(page, context);

  await page.goto("/account/security?lang=en");
  const section = page.locator("#passkeys");
  await expect(section.getByText("You have no passkeys yet.")).toBeVisible();
  await section.getByLabel("Name", { exact: true }).fill("Test laptop");
  await section.locator("button[value=add-passkey]").click();
  await expect(page.getByRole("status").getByText("Your passkey is ready.")).toBeVisible();
  await section.getByText("Rename or remove").click();
  await section
    .locator("form", { has: page.locator("button[value=rename-passkey]") })
    .getByLabel("Name")
    .fill("Old laptop");
  await section.locator("button[value=rename-passkey]").click();
  await expect(section.getByRole("listitem").getByText("Old laptop")).toBeVisible();

  await context.clearCookies();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/login?returnTo=/account&lang=en");
  // A pointer that moves would start autofill.
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  expect(
    asked.filter((path) => path.endsWith("/passkey-options") || path.includes("ask-browser")),
  ).toEqual([]);
  // Without moving the pointer, which would start autofill: the virtual authenticator answers that
  // automatically.
  await page.getByRole("button", { name: "Log in with a passkey" }).dispatchEvent("click");
  await page.waitForURL((url) => url.pathname === "/account");
  await page.goto("/account/security?lang=en");
  await expect(page.locator("#passkeys").getByText("Last used")).toBeVisible();
});

test("a passkey from autofill logs in without the button", async ({ page, context }) => {
  await joinAsNew(page);
  await addAuthenticator(page, context);
  await page.goto("/account/security?lang=en");
  const section = page.locator("#passkeys");
  await section.getByLabel("Name", { exact: true }).fill("Test laptop");
  await section.locator("button[value=add-passkey]").click();
  await expect(page.getByRole("status").getByText("Your passkey is ready.")).toBeVisible();

  await context.clearCookies();
  await page.goto("/login?returnTo=/account&lang=en");
  await hydrated(page);
  expect(await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable())).toBe(
    true,
  );
  // The virtual authenticator accepts the autofill offer at once.
  await page.getByLabel("Email").focus();
  await page.waitForURL((url) => url.pathname === "/account");
});
