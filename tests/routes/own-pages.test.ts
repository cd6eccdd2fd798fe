import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { hostNames, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { textOf } from "../helpers/page-text";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let person: Browser;
let moderator: Browser;
const hall = "019b0000-0000-7000-a000-0000000000aa";
const own = `/account/pages/${hall}`;
const page = "/venues/tehran/vahdat-hall";

beforeAll(async () => {
  await emptyDatabase();
  deps = createTestDeps(Date.now());
  const db = createDatabase(env.DB);
  const { id: cityId } = await createCity(db, {
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  await db.insert(venues).values({
    id: hall,
    slug: "vahdat-hall",
    cityId,
    nameEn: "Vahdat Hall",
    nameFa: "تالار وحدت",
    searchKey: "",
    createdAt: 0,
    updatedAt: 0,
  });
  await db
    .insert(hostNames)
    .values({ scope: `slug:venue:${cityId}`, key: "vahdat-hall", hostId: hall });
  await createEvent(db, {
    cityId,
    startsAt: Date.now() + 86_400_000,
    venueId: hall,
    venueEn: "Vahdat Hall",
  });
  [person, moderator] = [await signInAs(deps), await signInAs(deps, "moderator")];
});

const read = async (browser: Browser, path: string) => (await browser.get(path)).text();
describe("the page of a venue, without JavaScript", () => {
  it("leads to the claim; staff approve it, and it is marked as verified", async () => {
    const before = await read(person, `${page}?lang=en`);
    expect(before).toContain(`href="${own}?lang=en"`);
    expect(before).toContain("This is my venue");
    const refused = await person.post(own, { intent: "claim", statement: "Me", link: "" });
    expect(refused.status).toBe(400);
    const sent = await person.post(own, {
      intent: "claim",
      statement: "I run the hall. Write to its own domain.",
      link: "https://vahdat.example",
    });
    expect(sent.status).toBe(303);
    expect(await textOf(await read(person, `${own}?lang=fa`))).toContain(
      "درخواستتان را بررسی می‌کنیم",
    );
    const queue = await read(moderator, "/admin/claims?lang=en");
    expect(queue).toContain("I run the hall.");
    const claim = /name="claim" value="([^"]+)"/.exec(queue)?.[1] ?? "";
    expect(
      (await moderator.post("/admin/claims", { intent: "reject", claim, reason: "" })).status,
    ).toBe(400);
    expect((await moderator.post("/admin/claims", { intent: "approve", claim })).status).toBe(303);
    const after = await read(person, `${page}?lang=en`);
    expect(after).toContain("Verified");
    expect(after).toContain("Manage this page");
    expect(after).not.toContain("This is my venue");
    expect(await read(person, "/account/pages?lang=en")).toContain("Vahdat Hall");
  });

  it("shows the manager's text and message, once a moderator has approved it", async () => {
    const text = "Rehearsals are open on Saturday.";
    expect(
      (
        await person.post(own, {
          intent: "describe",
          version: "1",
          aboutEn: "The hall of the opera.",
          aboutFa: "",
          links: "https://vahdat.example",
        })
      ).status,
    ).toBe(303);
    expect(
      await deps.db.select({ about: venues.aboutEn }).from(venues).where(eq(venues.id, hall)).get(),
    ).toEqual({
      about: "The hall of the opera.",
    });
    expect(await read(person, `${own}?lang=en`)).toContain("Fewer than five people");
    expect((await person.post(own, { intent: "announce", textEn: "", textFa: "" })).status).toBe(
      400,
    );
    expect((await person.post(own, { intent: "announce", textEn: text, textFa: "" })).status).toBe(
      303,
    );
    expect(await read(person, `${page}?lang=en`)).not.toContain(text);
    const announcement =
      /name="announcement" value="([^"]+)"/.exec(
        await read(moderator, "/admin/claims?lang=en"),
      )?.[1] ?? "";
    expect(
      (await moderator.post("/admin/claims", { intent: "approve", announcement })).status,
    ).toBe(303);
    const shown = await read(person, `${page}?lang=fa`);
    expect(shown).toContain(text);
    expect(shown).toContain('lang="en" dir="auto"');
    expect(await read(person, `${own}?lang=en`)).toContain("You can send the next message from");
  });

  it("is not for others", async () => {
    const other = await signInAs(deps);
    const denied = await other.post(own, {
      intent: "describe",
      version: "2",
      aboutEn: "Mine",
      aboutFa: "",
      links: "",
    });
    expect(denied.status).toBe(403);
    expect(
      (await other.post(own, { intent: "announce", textEn: "Rehearsals are open.", textFa: "" }))
        .status,
    ).toBe(403);
    expect((await other.get(`/account/pages/${deps.ids.next()}`)).status).toBe(404);
  });
});
