import { SELF } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_UX, UX_GROUPS } from "../../app/lib/pages/ux";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { changeSettings, platformOf } from "../../app/modules/settings/platform-settings.server";
import { changeUx, type UxChanges } from "../../app/modules/settings/ux-settings.server";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import { cities, events, platformSettings } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { written } from "../helpers/organizers";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const DAY = 86_400_000;
/** Without scripts and the line numbers in names of classes. */
const visible = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>|_\d+(?=[ "])/g, "").replaceAll("<!-- -->", "");
const get = async (path: string) =>
  visible(await (await SELF.fetch(`http://rooydad.test${path}`)).text());
const off = (changes: UxChanges) => changeUx(deps, changes, null);
const marksOf = (html: string) => /<html[^>]*data-off="([^"]*)"/.exec(html)?.[1] ?? null;

let event = "";
let member: Browser;
let moderator: Browser;
let admin: Browser;

beforeAll(async () => {
  await deps.db.batch([deps.db.delete(events), deps.db.delete(cities)]);
  const city = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", upcomingCount: 3 });
  const draft = { cityId: city.id, categories: ["Concert"], saveCount: 214, viewCount: 1_234 };
  event = (
    await createEvent(deps.db, { ...draft, titleEn: "A Night of Oud", startsAt: Date.now() + DAY })
  ).id;
  await createEvent(deps.db, {
    ...draft,
    titleEn: "A Night of Ney",
    startsAt: Date.now() + 2 * DAY,
  });
  [member, moderator, admin] = await Promise.all([
    signInAs(deps, "user", { displayName: "Sara", timeZone: "Asia/Tehran" }),
    signInAs(deps, "moderator"),
    signInAs(deps, "admin"),
  ]);
});

beforeEach(async () => {
  await changeUx(deps, DEFAULT_UX, null);
  await deps.db.delete(platformSettings);
  forgetSiteState(deps);
});

describe("animation switches", () => {
  it.each([
    ["pageTransitions", "page-transitions"],
    ["cardHover", "card-hover"],
    ["skeletons", "skeletons"],
  ])("mark pages for the style sheets when %s is off, cached pages too", async (name, mark) => {
    expect(marksOf(await get("/how-it-works"))).toBeNull();
    await off({ animations: { [name]: false } });
    expect(marksOf(await get("/how-it-works"))).toBe(mark);
  });
});

describe("social proof switches", () => {
  it("hide the number of saves on cards and events when savedCount is off", async () => {
    const pages = ["/events?view=grid", `/events/${event}`];
    for (const path of pages)
      expect([path, await get(path)]).toEqual([path, expect.stringContaining("214")]);
    await off({ socialProof: { savedCount: false } });
    for (const path of pages)
      expect([path, await get(path)]).toEqual([path, expect.not.stringContaining("214")]);
  });

  it("hide the number of views when viewCount is off", async () => {
    expect(await get(`/events/${event}`)).toContain("1,234");
    await off({ socialProof: { viewCount: false } });
    expect(await get(`/events/${event}`)).not.toContain("1,234");
  });
});

describe("location switches", () => {
  it("remove the request for the position from home page and list when nearYou is off", async () => {
    expect(await get("/?lang=en")).toContain("Near me");
    expect(await get("/events?lang=en")).toContain("Use my location");
    await off({ contextual: { nearYou: false } });
    expect(await get("/?lang=en")).not.toContain("Near me");
    expect(await get("/events?lang=en")).not.toContain("Use my location");
  });

  it("remove the row of similar events when similarEvents is off", async () => {
    expect(await get(`/events/${event}`)).toContain("A Night of Ney");
    await off({ contextual: { similarEvents: false } });
    expect(await get(`/events/${event}`)).not.toContain("A Night of Ney");
  });
});

describe("interaction switches", () => {
  it("remove shortcuts from the staff area when shortcuts is off", async () => {
    const page = async () => visible(await (await admin.get("/admin/ux-settings")).text());
    expect(await page()).toContain("<kbd");
    await off({ interactions: { shortcuts: false } });
    expect(await page()).not.toContain("<kbd");
  });
});

describe("delight switches", () => {
  it("remove the greeting of members by name when greetings is off; visitors never see one", async () => {
    const greeting = /(Good (morning|afternoon|evening), Sara|Still up, Sara\?)/;
    const home = async () => visible(await (await member.get("/?lang=en")).text());
    expect(await home()).toMatch(greeting);
    expect(await get("/?lang=en")).not.toMatch(/Good (morning|afternoon|evening)|Still up/);
    await off({ delightful: { greetings: false } });
    expect(await home()).not.toMatch(greeting);
  });

  it("remove confetti from the message about a published event when confetti is off", async () => {
    await changeSettings(deps, "moderation", { autoApproveEvents: true }, null);
    const publish = async () => {
      const actor = {
        id: member.id,
        role: "user",
        isVerified: true,
        sessionId: member.sessionId,
      } as const;
      const startsAt = new Date(Date.now() + 9 * DAY).toISOString();
      const endsAt = new Date(Date.now() + 9 * DAY + 7_200_000).toISOString();
      const id = await createDraft(deps, actor, written({ startsAt, endsAt }));
      const answer = await member.post("/my-events", { intent: "submit", id });
      const cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";
      return visible(await (await member.get("/my-events", { Cookie: cookie })).text());
    };
    expect(await publish()).toMatch(/aria-hidden="true">(?:<i><\/i>){14}/);
    await off({ delightful: { confetti: false } });
    const plain = await publish();
    expect(plain).toMatch(/role="status">(?:<!--\$-->)?<div/);
    expect(plain).not.toMatch(/aria-hidden="true">(?:<i><\/i>){14}/);
  });
});

describe("/admin/ux-settings", () => {
  it("shows moderators every switch disabled, and refuses their changes", async () => {
    const html = visible(await (await moderator.get("/admin/ux-settings?lang=fa")).text());
    expect(html).not.toMatch(/settings:[a-z]/i);
    for (const [group, names] of Object.entries(UX_GROUPS))
      for (const name of names) expect(html).toContain(`name="${group}.${name}"`);
    expect(html.match(/<fieldset[^>]*disabled/g)).toHaveLength(Object.keys(UX_GROUPS).length);
    expect((await moderator.post("/admin/ux-settings", { intent: "save", seen: "" })).status).toBe(
      403,
    );
    expect((await platformOf(workerDeps())).ux).toEqual(DEFAULT_UX);
  });

  it("switches off what an admin unticks, and reports a conflict to a second one", async () => {
    const ticked = Object.fromEntries(
      Object.entries(UX_GROUPS).flatMap(([group, names]) =>
        names.map((name) => [`${group}.${name}`, "1"]),
      ),
    );
    const { "mascot.haptics": _, ...others } = ticked;
    expect(
      (await admin.post("/admin/ux-settings", { intent: "save", seen: "", ...others })).status,
    ).toBe(303);
    expect((await platformOf(workerDeps())).ux).toEqual({
      ...DEFAULT_UX,
      mascot: { ...DEFAULT_UX.mascot, haptics: false },
    });
    expect(
      (await admin.post("/admin/ux-settings", { intent: "save", seen: "", ...ticked })).status,
    ).toBe(409);
  });
});
