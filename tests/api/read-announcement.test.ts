import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnnouncedEventJson } from "../../app/modules/intake/drafting/announcement-json.server";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyEvents } from "../helpers/organizers";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
let headers: Record<string, string>;

beforeEach(async () => {
  const deps = workerDeps();
  await emptyEvents(deps);
  await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  await createCity(db, {
    slug: "berlin",
    nameEn: "Berlin",
    nameFa: "برلین",
    countryCode: "DE",
    timeZone: "Europe/Berlin",
  });
  headers = { Authorization: await bearerOf(deps, (await createUser(db)).id) };
});

const POSTED = "2026-12-08T13:30:00+03:30";
const read = (text: string, city: string | null = "tehran") =>
  askJson<{ events: AnnouncedEventJson[] }>("/drafts/read", {
    method: "POST",
    headers,
    body: { text, city, postedAt: POSTED },
  });

describe("POST /drafts/read", () => {
  it("reads an announcement: dates, place, price, link and age, without storing anything [S-143]", async () => {
    const { status, body } = await read(
      "نمایش «باغ آلبالو»\nپنجشنبه ۱۹ آذر ساعت ۲۰\nتهران، تالار رودکی\nبلیت ۲۵۰ تومن، رده سنی: +۱۵\nhttps://tickets.example.org/cherry",
    );
    expect(status).toBe(200);
    expect(body.events).toMatchObject([
      {
        title: "نمایش باغ آلبالو",
        starts: ["2026-12-10T20:00:00+03:30"],
        city: "tehran",
        venue: "تالار رودکی",
        price: { free: false, min: 2_500_000, max: 2_500_000, currency: "IRR" },
        ticketUrl: "https://tickets.example.org/cherry",
        ageLimit: 15,
        status: "scheduled",
      },
    ]);
  });

  it("says what is doubtful and which words it did not use", async () => {
    const { body } = await read("شب شعر\nجمعه ۱۹ آذر ساعت ۱۸\nورودی: همت عالی");
    const [event] = body.events;
    expect(event?.price).toMatchObject({ free: null, min: null });
    expect(event?.findings.map(({ field, code, grade }) => `${field} ${code} ${grade}`)).toEqual(
      expect.arrayContaining(["starts weekday-mismatch doubt", "price price-by-choice doubt"]),
    );
  });

  it("reads several events of one text, and none where none is announced", async () => {
    const several = await read(
      "برنامه‌های هفته\n۱) شب شعر — پنجشنبه ۱۹ آذر ساعت ۱۸ — رایگان\n۲) کارگاه سفال — جمعه ۲۰ آذر ۱۰ تا ۱۴ — ۳۸۰ تومن",
    );
    expect(several.body.events.map(({ starts }) => starts)).toEqual([
      ["2026-12-10T18:00:00+03:30"],
      ["2026-12-11T10:00:00+03:30"],
    ]);
    const none = await read("از همراهی‌تان سپاسگزاریم. کنسرت دیشب برگزار شد.");
    expect(none.body.events).toEqual([]);
  });

  it("takes the zone and the currency of the city that the text names", async () => {
    const { body } = await read(
      "Jazz night\nFriday 11 December, 20:00\nKino Central, Berlin\n12 €",
      null,
    );
    expect(body.events).toMatchObject([
      {
        city: "berlin",
        starts: ["2026-12-11T20:00:00+01:00"],
        price: { min: 12, currency: "EUR" },
      },
    ]);
  });

  it("is refused without an account, for an unknown city and for no text [S-144]", async () => {
    const body = { text: "Jazz night on Friday 20:00" };
    expect((await ask("/drafts/read", { method: "POST", body })).status).toBe(401);
    expect((await read("Jazz night", "atlantis")).status).toBe(422);
    expect((await read(" ")).status).toBe(422);
  });
});
