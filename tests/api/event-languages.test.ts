import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnEventJson } from "../../app/modules/authoring/schema";
import { eventDrafts } from "../../db/schema";
import { createCity } from "../factories/city";
import { bearerOf } from "../factories/user";
import { askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const start = new Date(Math.floor(Date.now() / 1000) * 1000 + 9 * 86_400_000);
const DRAFT = {
  title: { en: "Old Radio Night", fa: "شب رادیوی قدیمی" },
  description: { fa: "یک ساعت و نیم گوش دادن به ترانه‌های رادیویی." },
  venue: { fa: "خانهٔ کوچک ما" },
  city: "tehran",
  startsAt: start.toISOString(),
  endsAt: new Date(start.getTime() + 7_200_000).toISOString(),
  price: 0,
  categories: ["Music"],
};
let author: Record<string, string>;
let editor: Record<string, string>;

beforeAll(async () => {
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const as = async (role: "user" | "moderator") => ({
    Authorization: await bearerOf(deps, (await addActor(deps, role, 30)).id),
  });
  [author, editor] = [await as("user"), await as("moderator")];
});

const post = (path: string, headers: Record<string, string>, body: unknown) =>
  askJson<OwnEventJson>(path, { method: "POST", headers, body: body as object });
const addDraft = async (changes: object = {}) =>
  `/events/${(await post("/events", author, { ...DRAFT, ...changes })).body.id}`;

describe("the languages of an event over the API", () => {
  it("hand a draft over to editors, who see and submit it, and take it back", async () => {
    const draft = await addDraft();
    expect((await post(`${draft}/hand-over`, editor, { language: "en" })).status).toBe(404);
    expect((await askJson(draft, { headers: editor })).status).toBe(404);
    const handedOver = await post(`${draft}/hand-over`, author, { language: "en" });
    expect([handedOver.status, handedOver.body.needsLanguage]).toEqual([200, "en"]);
    expect((await post(`${draft}/hand-over`, author, { language: "en" })).status).toBe(409);
    expect((await askJson(draft, { headers: editor })).status).toBe(200);
    const takenBack = await askJson<OwnEventJson>(`${draft}/hand-over`, {
      method: "DELETE",
      headers: author,
    });
    expect([takenBack.status, takenBack.body.needsLanguage]).toEqual([200, null]);
    expect((await askJson(draft, { headers: editor })).status).toBe(404);
    expect(
      (await askJson(`${draft}/hand-over`, { method: "DELETE", headers: author })).status,
    ).toBe(409);
  });

  it("refuse what lacks more than a language, and unknown languages and fields", async () => {
    const draft = await addDraft({ startsAt: null, endsAt: null });
    expect((await post(`${draft}/hand-over`, author, { language: "en" })).status).toBe(422);
    for (const body of [{ language: "de" }, {}, { language: "en", role: "owner" }])
      expect((await post(`${draft}/hand-over`, author, body)).status).toBe(422);
    for (const body of [{ fields: [] }, { fields: ["city.en"] }, {}])
      expect((await post(`${draft}/translations/confirm`, author, body)).status).toBe(422);
  });

  it("say which texts a machine wrote, until their author confirms them; without a model none are drafted", async () => {
    const draft = await addDraft({
      description: { en: "An hour and a half of radio songs.", ...DRAFT.description },
    });
    const id = draft.slice(8);
    await deps.db
      .update(eventDrafts)
      .set({ machineTranslated: ["title.en", "description.en"] })
      .where(eq(eventDrafts.id, id));
    expect(
      (await askJson<OwnEventJson>(draft, { headers: author })).body.machineTranslated,
    ).toEqual(["title.en", "description.en"]);
    expect(
      (await post(`${draft}/translations/confirm`, editor, { fields: ["title.en"] })).status,
    ).toBe(404);
    const confirmed = await post(`${draft}/translations/confirm`, author, { fields: ["title.en"] });
    expect([confirmed.status, confirmed.body.machineTranslated]).toEqual([200, ["description.en"]]);
    expect(
      (await post(`${draft}/translations/confirm`, author, { fields: ["title.en"] })).status,
    ).toBe(409);
    expect((await post(`${draft}/translations`, author, { language: "en" })).status).toBe(404);
  });
});
