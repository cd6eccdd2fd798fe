import type { Page } from "playwright/test";
import { expect, hydrated, test } from "./people";

test.use({ role: "admin" });

/** Both languages and both modes: plain forms in one, scripts in the other. */
const WAYS = [
  {
    locale: "en",
    javaScriptEnabled: false,
    city: "toronto",
    title: "Lanterns of the Long Ravine",
    started: "Follow it under “Active runs”.",
  },
  {
    locale: "fa",
    javaScriptEnabled: true,
    city: "vancouver",
    title: "Kamancheh at the Tidal Pier",
    started: "زبانهٔ «در جریان»",
  },
] as const;

/** The test server's clock is in December 2026. */
const MONTH = "2027-01";

/** A typical answer of an assistant: prose, a code block, one certain entry and one with doubts. */
const answerOf = (title: string) => `Here’s what I found:

\`\`\`json
${JSON.stringify({
  events: [
    {
      title,
      description: "An evening under the open sky, with tea and stories between the songs.",
      category: "Concert",
      date: `${MONTH}-17`,
      time: "7:30 PM",
      price: "$25",
      venue: "The Long Pier Stage",
      url: "https://tickets.example.org/pier",
    },
    { title: `${title}, again`, category: "Concert", date: `${MONTH}-31 or so`, venue: "TBA" },
  ],
})}
\`\`\`

Enjoy!`;

/** Uses the combobox, which finds cities by a prefix in either language. */
async function chooseCity(page: Page, name: string): Promise<void> {
  const field = page.locator("input#choice-city[role=combobox]");
  // Native select lists have options too.
  const options = page.locator("[role=listbox] [role=option]");
  await field.fill(name.slice(0, 1));
  await expect(options).toHaveCount(0);
  await field.fill(name.slice(0, 4));
  await expect(options.first()).toBeVisible();
  await field.press("Enter");
  await expect(page.locator("input[name=city]")).toHaveValue(name);
}

for (const { locale, javaScriptEnabled, city, title, started } of WAYS)
  test.describe(`an editor who reads ${locale}, ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled, extraHTTPHeaders: { "Accept-Language": locale } });

    test("pastes an answer, checks it, starts a run, reads its log and approves: visitors find the event", async ({
      page,
      browser,
      baseURL,
    }) => {
      await page.goto(`/admin/ai-ingestion/new?lang=${locale}`);
      if (javaScriptEnabled) await hydrated(page);
      if (javaScriptEnabled) await chooseCity(page, city);
      else await page.locator("select[name=city]").selectOption(city);
      await page.locator("select[name=month]").selectOption(MONTH);
      await page.locator("select[name=provider]").selectOption("claude");
      await page.locator("button[value=generate]").click();
      await expect(page.locator("pre")).toContainText("Find public events in");
      await page.locator("button[value=next]").click();
      await page.locator("#answer").fill(answerOf(title));
      await page.locator("button[value=parse]").click();
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
      // Leaves out the second entry.
      await page.locator("input[name='1.take']").uncheck();
      await page.getByRole("main").locator("button[value=next]").click();
      await page.locator("button[value=start]").click();
      await expect(page.getByText(started)).toBeVisible();
      await page.goto(`/admin/ai-ingestion?tab=history&q=${city}&lang=${locale}`);
      // It is in the other tab until it ends.
      const run = page.locator("table a.rd-link").first();
      await expect(async () => {
        await page.reload();
        await expect(run).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 40_000 });
      await run.click();
      await page.waitForURL(/\/runs\//);
      await expect(
        page
          .getByRole("region", { name: locale === "en" ? "Live log" : "گزارش زنده" })
          .getByRole("listitem")
          .first(),
      ).toBeVisible();
      await page.locator("a[href*='/admin/inbox/group']").click();
      await expect(page.locator("input[name=chosen]")).toBeChecked();
      await page.locator("button[value=batch-approve]").click();
      await expect(page.locator("button[value=undo]").first()).toBeVisible();
      const visitor = await browser.newContext({
        baseURL,
        storageState: undefined,
        javaScriptEnabled,
      });
      const found = await visitor.newPage();
      await expect(async () => {
        await found.goto(`/events?q=${encodeURIComponent(title)}&lang=${locale}`);
        await expect(found.getByRole("link", { name: title }).first()).toBeVisible({
          timeout: 1_000,
        });
      }).toPass({ timeout: 20_000 });
      await visitor.close();
    });
  });

test.describe("with scripts, the wizard", () => {
  test.use({ extraHTTPHeaders: { "Accept-Language": "en" } });

  /** A wizard with a prompt. */
  async function promptFor(page: Page, city: string): Promise<void> {
    await page.goto("/admin/events/bulk-create?lang=en");
    await hydrated(page);
    await chooseCity(page, city);
    await page.locator("select[name=month]").selectOption(MONTH);
    await page.locator("select[name=provider]").selectOption("gemini");
    await page.locator("button[value=generate]").click();
    await expect(page.locator("pre")).toContainText("Find public events in");
  }

  test("copies the prompt, takes a dropped file as the answer, and starts one run on a double click", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await promptFor(page, "london");
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator("pre").textContent(),
    );
    await page.locator("button[value=next]").click();
    await expect(page.locator("#answer")).toBeVisible();

    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "answer.json", { type: "application/json" }));
      return data;
    }, answerOf("Frost Fair on the Dropped Bridge"));
    await page.locator("#answer").dispatchEvent("dragover", { dataTransfer: dropped });
    await page.locator("#answer").dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.locator("#answer")).toHaveValue(/Dropped Bridge/);
    await page.locator("button[value=parse]").click();
    await page.getByRole("main").locator("button[value=next]").click();
    await page.locator("button[value=start]").dblclick();
    await expect(page.getByText("Follow it under “Active runs”.")).toBeVisible();
    const runsOf = async (tab: string) => {
      await page.goto(
        `/admin/ai-ingestion?tab=${tab}&lang=en${tab === "history" ? "&q=london" : ""}`,
      );
      return page.locator("tbody tr").filter({ hasText: "London" }).count();
    };
    // It may end between the two reads and then be in both tabs or neither.
    await expect(async () =>
      expect([await runsOf("active"), await runsOf("history")]).toEqual([0, 1]),
    ).toPass({ timeout: 40_000 });
  });

  test("can query the model: its answer fills the field, and a failure is shown", async ({
    page,
  }) => {
    await promptFor(page, "dubai");
    await page.locator("button[value=next]").click();
    await page.getByRole("button", { name: "Ask the model" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "gave no complete response" }),
    ).toBeVisible();
    await expect(page.locator("#answer")).toHaveValue("");

    await promptFor(page, "toronto");
    await page.locator("button[value=next]").click();
    await page.getByRole("button", { name: "Ask the model" }).click();
    await expect(page.locator("#answer")).toHaveValue(/A Night That a Model Found[\s\S]*```\n$/);
    await page.locator("button[value=parse]").click();
    await expect(page.getByRole("heading", { name: "A Night That a Model Found" })).toBeVisible();
  });
});
