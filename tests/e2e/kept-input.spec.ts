import type { APIRequestContext, Locator, Page } from "playwright/test";
import { apiOf } from "./api";
import { addressOf, type Role } from "./pages";
import { expect, hydrated, test } from "./people";

test.use({ role: "moderator" });

/** Values that belong to the page, files, and inputs that are tools: they change other inputs. */
const NOT_TYPED =
  /^(version|once|intent|schedule|imageUrl|videoUrl|picture|video|confirmed|time)$|^schedule\.(add|drop|extraStart|extraEnd|extras|dropped)$|^schedule\.dates\.\d+\.(key|status)$|^useVenuePosition$/;

/** Dozens of changes are saved one after another, ms. */
const SLOW = 30_000;

/** The fields of the page's longest form, of those that keep, that readers see: [name, value], sorted. */
const fieldsOf = async (page: Page) =>
  (await shownFields(page)).map((field) => field.join(": ")).sort();

const shownFields = (page: Page) =>
  page.evaluate((source) => {
    const isTool = new RegExp(source);
    const kept = document.querySelectorAll<HTMLFormElement>("main form[data-keeps]");
    const forms = kept.length > 0 ? kept : document.querySelectorAll<HTMLFormElement>("main form");
    const form = [...forms].sort((one, other) => other.elements.length - one.elements.length)[0];
    return [...(form?.elements ?? [])].flatMap((control): [string, string][] => {
      if (
        !(control instanceof HTMLInputElement) &&
        !(control instanceof HTMLSelectElement) &&
        !(control instanceof HTMLTextAreaElement)
      )
        return [];
      const isTicked =
        control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
      if (control.name === "" || isTool.test(control.name) || (isTicked && !control.checked))
        return [];
      const shown = control.type === "hidden" ? control.parentElement : control;
      const isShown = isTicked || shown?.checkVisibility();
      return isShown && control.type !== "file" ? [[control.name, control.value]] : [];
    });
  }, NOT_TYPED.source);

/** Opens every fold and changes every control that is shown, one after another. */
async function changeEverything(page: Page, kind: string | null): Promise<void> {
  await page.evaluate(
    async ([source, chosenKind]) => {
      const isTool = new RegExp(source ?? "");
      const kept = document.querySelectorAll<HTMLFormElement>("main form[data-keeps]");
      const forms =
        kept.length > 0 ? kept : document.querySelectorAll<HTMLFormElement>("main form");
      const form = [...forms].sort((one, other) => other.elements.length - one.elements.length)[0];
      if (!form) throw new Error("The page has no form.");
      for (const fold of form.querySelectorAll("details")) fold.open = true;
      const drawn = () => new Promise((resolve) => setTimeout(resolve));
      const type = async (control: EventTarget, value: string) => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
          control,
          value,
        );
        const event = control instanceof HTMLSelectElement ? "change" : "input";
        control.dispatchEvent(new Event(event, { bubbles: true }));
        await drawn();
      };
      const [kind, unit] = (chosenKind ?? "").split(" ");
      for (const name of [`schedule.kind`])
        form.querySelector<HTMLInputElement>(`[name="${name}"][value="${kind}"]`)?.click();
      await drawn();
      const plain: Record<string, string> = {
        price: "45",
        latitude: "35.701",
        longitude: "51.408",
        ageLimit: "16",
        childAgeFrom: "4",
        childAgeTo: "9",
        doorsBefore: "25",
        "schedule.interval": "2",
        "schedule.count": "5",
      };
      const numbered = /^schedule\.dates\.(\d+)\./;
      const dayOf = (name: string) => {
        const row = numbered.exec(name)?.[1];
        if (row !== undefined) return `2027-01-1${row}`;
        return name === "schedule.to" ? "2027-02-20" : "2027-01-05";
      };
      const seen = new Set<string>();
      for (const control of [...form.elements] as HTMLElement[]) {
        const { name = "", type: of = "" } = control as HTMLInputElement;
        const isTick = of === "checkbox" || of === "radio";
        const { disabled } = control as HTMLInputElement;
        if (name === "" || name === "schedule.kind" || isTool.test(name) || disabled) continue;
        if (of === "file" || of === "submit" || of === "button") continue;
        const isTyped = control instanceof HTMLInputElement && control.dataset.typed !== undefined;
        if (isTyped) {
          const field = control.parentElement;
          if (!field?.checkVisibility()) continue;
          const [day, time] = [...field.querySelectorAll<HTMLInputElement>("input:not([name])")];
          if (day) await type(day, dayOf(name));
          if (time) await type(time, name === "endsAt" ? "22:40" : "20:20");
        } else if (of === "hidden") continue;
        else if (isTick) {
          const label = control.closest("label") ?? control.parentElement;
          if (!label?.checkVisibility() || (of === "radio" && seen.has(name))) continue;
          if (name === "allDay") continue;
          const group = form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`);
          const last = of === "radio" ? group[group.length - 1] : (control as HTMLInputElement);
          last?.click();
          await drawn();
        } else if (!control.checkVisibility()) continue;
        else if (control instanceof HTMLSelectElement) {
          // The main category is one of the chosen.
          const wanted =
            name === "leading" ? 1 : name === "schedule.frequency" ? null : control.length - 1;
          await type(control, (wanted === null ? unit : control.options[wanted]?.value) ?? "");
        } else if (of === "time") {
          await type(control, /closes|end$/.test(name) ? "21:45" : "10:15");
        } else if (/url$/i.test(name)) await type(control, `https://tickets.example/${name}`);
        else if (name === "tags") await type(control, "tar, craft,");
        else if (name.endsWith("price") || name in plain) await type(control, plain[name] ?? "30");
        else await type(control, `Typed into ${name}, long enough to be read`);
        seen.add(name);
      }
      // The last change is on the device, for more than a second, before it is saved.
      const isKept = () => Object.keys(localStorage).some((key) => key.includes("event-form"));
      for (let waited = 0; chosenKind && !isKept() && waited < 100; waited += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    [NOT_TYPED.source, kind] as const,
  );
}

/** Saved on the server, and nothing left that is only on the device. */
async function savedWholly(page: Page): Promise<void> {
  await expect(page.getByText(/Draft saved/)).toBeVisible({ timeout: SLOW });
  await expect
    .poll(
      () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("event-form"))),
      { timeout: SLOW },
    )
    .toEqual([]);
}

/** Enhanced fields have replaced the native ones, whose values they take. */
async function enhanced(page: Page): Promise<void> {
  await hydrated(page);
  await expect(page.locator("form input[data-typed]").first()).toBeAttached({ timeout: SLOW });
}

const DRAFT = {
  title: { en: "Kept in the draft", fa: null },
  description: { en: "An evening that the tests have made up, long enough.", fa: null },
  venue: { en: "Vahdat Hall", fa: null },
  city: "tehran",
  price: 0,
  categories: ["Theater"],
  startsAt: "2027-01-02T20:00:00+03:30",
  endsAt: "2027-01-02T22:00:00+03:30",
};

const keptForms = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem("rooydad.kept-forms") ?? "");

/** The id of a public event of the signed-in editor. */
async function published(
  request: APIRequestContext,
  baseURL: string | undefined,
  title: string,
): Promise<string> {
  const api = await apiOf(request, baseURL ?? "");
  const { id } = await api("POST", "/events", { ...DRAFT, title: { en: title, fa: null } });
  await api("POST", `/events/${id}/submit`);
  return id;
}

const unfolded = (page: Page) =>
  page.evaluate(() => {
    // A form may be in a fold too.
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details"))
      if (fold.querySelector("[name]")) fold.open = true;
  });

for (const kind of ["once", "dates", "rule weekly", "rule yearly", "openingHours"])
  test(`every control of a draft is saved and back after a reload: ${kind}`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { id } = await (await apiOf(request, baseURL ?? ""))("POST", "/events", DRAFT);
    await page.goto(`/events/${id}/edit?lang=en`);
    await enhanced(page);
    await changeEverything(page, kind);
    await savedWholly(page);
    const typed = await fieldsOf(page);
    expect(typed.length).toBeGreaterThan(30);
    await page.reload();
    await enhanced(page);
    await unfolded(page);
    expect(await fieldsOf(page)).toEqual(typed);
  });

test("what is typed halfway is back after a reload", async ({ page, request, baseURL }) => {
  const { id } = await (await apiOf(request, baseURL ?? ""))("POST", "/events", DRAFT);
  await page.goto(`/events/${id}/edit?lang=en`);
  await enhanced(page);
  const [day, time] = [0, 1].map((part) =>
    page
      .locator("form input[data-typed]")
      .first()
      .locator("..")
      .locator("input:not([name])")
      .nth(part),
  ) as [Locator, Locator];
  const halves: [Locator, string][] = [
    [page.locator("#event-title-en"), "N"],
    [day, "2027-01-"],
    [time, "20:20"],
    ...(
      [
        ["price", "12."],
        ["ticketUrl", "https://tick"],
        ["ageLimit", "1x"],
        ["latitude", "35."],
      ] as const
    ).map(([name, half]): [Locator, string] => [
      page.locator(`main form input[name="${name}"]`),
      half,
    ]),
  ];
  await unfolded(page);
  for (const [control, half] of halves) await control.fill(half);
  const typed = () => Promise.all(halves.map(([control]) => control.inputValue()));
  expect(await typed()).toEqual(halves.map(([, half]) => half));
  const isKept = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("event-form")));
  await expect.poll(isKept, { timeout: SLOW }).toBe(true);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await enhanced(page);
  await unfolded(page);
  await expect.poll(typed).toEqual(halves.map(([, half]) => half));
});

test("an edit of a public event stays on the device until it is saved", async ({
  page,
  request,
  baseURL,
}) => {
  const id = await published(request, baseURL, "Kept beside the public page");
  await page.goto(`/events/${id}/edit?lang=en`);
  await enhanced(page);
  await changeEverything(page, "once");
  await expect(page.getByText("Kept on this device, not saved yet.")).toBeVisible({
    timeout: SLOW,
  });
  const typed = await fieldsOf(page);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await enhanced(page);
  await expect(page.getByText("What you typed and didn’t save is back.")).toBeVisible();
  await unfolded(page);
  expect(await fieldsOf(page)).toEqual(typed);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.locator("#event-title-en")).toHaveValue("Kept beside the public page");
});

test("dates of buttons are there at once, as many as asked for, and come back after Back", async ({
  page,
  request,
  baseURL,
}) => {
  const { id } = await (await apiOf(request, baseURL ?? ""))("POST", "/events", DRAFT);
  await page.goto(`/events/${id}/edit?lang=en`);
  await enhanced(page);
  await page.locator('label[for="event-schedule-kind-dates"]').click();
  const rows = page.locator("#when ol > li");
  await page.locator("#event-schedule-dates-0-start").fill("2027-01-05");
  await page.locator("#when ol input[type=time]").first().fill("20:00");
  await page.evaluate(async () => {
    const button = document.querySelector<HTMLButtonElement>('button[value="schedule.add.1"]');
    for (let press = 0; press < 6; press += 1) {
      button?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect(rows).toHaveCount(7, { timeout: 500 });
  await page.locator("#event-schedule-add").fill("12");
  await page.locator('button[value="schedule.add.7"]').click();
  await expect(rows).toHaveCount(19);
  await expect(page.locator('[name="schedule.dates.18.start"]')).toHaveValue("2027-04-05T20:00");
  await page.locator('button[value="schedule.remove.1"]').click();
  await expect(rows).toHaveCount(18);
  await savedWholly(page);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Cities" })
    .click();
  await page.waitForURL(/cities/);
  await page.goBack();
  await expect(rows).toHaveCount(18);
  await expect(page.locator('[name="schedule.dates.17.start"]')).toHaveValue("2027-04-05T20:00");
});

const OTHERS = [
  ["the short form", "/events/create/quick", 5],
  ["an import", "/events/import", 1],
  ["a report", "/events/{id}/report", 2],
  ["a change of plan", "/events/{id}/change", 2],
  ["the RSVP settings", "/my-events/{id}/rsvp", 20],
  ["a host’s message", "/my-events/{id}/messages", 2],
  ["a guest’s RSVP", "/events/{id}/rsvp", 2],
] as const;
for (const [name, path, count] of OTHERS)
  test(`what is typed into ${name} is back after a reload and Back`, async ({
    page,
    request,
    baseURL,
  }) => {
    const id = path.includes("{id}") ? await published(request, baseURL, `Kept: ${name}`) : "";
    if (path.startsWith("/events/{id}/rsvp")) {
      await page.goto(`/my-events/${id}/rsvp?lang=en`);
      await page.locator("input[name=isOn]").check();
      const saved = page.waitForResponse((answer) => answer.request().method() === "POST");
      await page.locator("main button[value=save]").click();
      await saved;
    }
    await page.goto(`${path.replace("{id}", id)}?lang=en`);
    await hydrated(page);
    await expect(page.locator("form[data-keeps]").first()).toBeAttached();
    await unfolded(page);
    await expect(async () => {
      await changeEverything(page, null);
      expect(await keptForms(page)).not.toBe("");
    }).toPass({ timeout: SLOW });
    const typed = await fieldsOf(page);
    expect(typed.length).toBeGreaterThanOrEqual(count);
    const shown = async () => {
      await unfolded(page);
      return fieldsOf(page);
    };
    await page.reload();
    await expect.poll(shown, { timeout: SLOW }).toEqual(typed);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Cities" })
      .click();
    await page.waitForURL(/cities/);
    await page.goBack();
    await expect.poll(shown, { timeout: SLOW }).toEqual(typed);
  });

/** Pages with a form that keeps what is typed by itself; each with the fewest fields of its form. */
const FORMS: Partial<Record<Role, readonly (readonly [path: string, count: number])[]>> = {
  user: [
    ["/account", 1],
    ["/account/pages/{hall}", 2],
    ["/account/webhooks", 1],
    ["/collections/new", 2],
    ["/my-events/{hosted}/people", 1],
    ["/my-events/{hosted}/door", 1],
    ["/my-events/{hosted}?tab=going", 1],
  ],
  moderator: [
    ["/admin/cities/new", 3],
    ["/admin/cities/tehran", 3],
    ["/admin/venues/{venue}", 2],
    ["/admin/weeks/tehran/{week}", 1],
    ["/admin/feature-flags?flag=discover.moods", 1],
  ],
  admin: [
    ["/admin/sources/new", 5],
    ["/admin/channels", 1],
    ["/admin/notification-rules?rule=savers.changed", 3],
    ["/admin/email-templates?template=digest-weekly", 2],
    ["/admin/platform-settings/branding", 3],
  ],
};
for (const [role, pages] of Object.entries(FORMS))
  test.describe(`forms of the role ${role}`, () => {
    test.use({ role: role as Role });
    test("have what was typed into them after a reload", async ({ page, request }) => {
      test.setTimeout(120_000);
      page.on("dialog", (dialog) => void dialog.accept());
      for (const [path, count] of pages)
        await test.step(path, async () => {
          await page.goto(await addressOf(path, "en", request));
          await hydrated(page);
          await expect(page.locator("main form[data-keeps]").first()).toBeAttached();
          await unfolded(page);
          await expect(async () => {
            await changeEverything(page, null);
            expect(await keptForms(page)).toContain(new URL(page.url()).pathname);
          }).toPass({ timeout: SLOW });
          const typed = await fieldsOf(page);
          expect(typed.length).toBeGreaterThanOrEqual(count);
          await page.reload();
          const shown = async () => {
            await unfolded(page);
            return fieldsOf(page);
          };
          await expect.poll(shown, { timeout: SLOW }).toEqual(typed);
        });
    });
  });

test("the message of a change of plan survives its review and Back", async ({
  page,
  request,
  baseURL,
}) => {
  const id = await published(request, baseURL, "Kept through the review");
  await page.goto(`/events/${id}/change?lang=en`);
  await hydrated(page);
  const message = page.locator("#plan-message");
  await page.locator('label[for="plan-plan-cancel"]').click();
  await message.fill("The hall has lost its roof, and we are sorry.");
  await expect.poll(() => keptForms(page), { timeout: SLOW }).toContain("lost its roof");
  await page.locator('button[value="review"]').click();
  await page.waitForURL(/change\/review/);
  await page.goBack();
  await expect(message).toHaveValue("The hall has lost its roof, and we are sorry.");
  await expect(page.locator("#plan-plan-cancel")).toBeChecked();
});

for (const lang of ["en", "fa"])
  test(`the long form takes four screens of a phone, and its toast leaves the bar free: ${lang}`, async ({
    page,
  }) => {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/events/create?lang=${lang}`);
      await hydrated(page);
      const length = await page.locator("main").evaluate((main) => main.scrollHeight);
      if (width === 390) expect(length).toBeLessThanOrEqual(4 * height);
      await page.locator("#event-title-en").fill("A form with a toast");
      await page.locator("button[value=draft]").click();
      const toast = page.locator('[role="status"] > div').filter({ has: page.locator("svg") });
      await expect(toast.first()).toBeVisible({ timeout: SLOW });
      const [over, bar] = await Promise.all([
        toast.first().boundingBox(),
        page.locator("[data-bottom-bar]").boundingBox(),
      ]);
      expect(over && bar && over.y + over.height <= bar.y).toBe(true);
    }
  });
