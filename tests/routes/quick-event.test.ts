import { beforeAll, describe, expect, it } from "vitest";
import { eventDrafts } from "../../db/schema";
import { createCity } from "../factories/city";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const ADDRESS = "/events/create/quick";
let person: Browser;

beforeAll(async () => {
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  person = await signInAs(deps);
});

const send = (fields: Record<string, string>, language = "fa") =>
  person.post(`${ADDRESS}?lang=${language}`, fields);

const LINES = {
  title: "شب‌های کمانچه",
  when: "پنجشنبه و جمعه ۱۲ و ۱۳ فروردین ۱۴۰۶ ساعت ۲۰",
  where: "تالار رودکی، تهران",
  price: "۱۰۰",
  about: "اجرای تازهٔ گروه با سازهای قدیمی. بلیت: https://nava.example/kamancheh رده سنی: +۷",
  city: "tehran",
};

const fieldValue = (page: string, name: string): string => {
  const [input = ""] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1] ?? "";
};

describe("given the short form", () => {
  it("when an announcement is read, then every fact stands beside what was written", async () => {
    const text =
      "شب رادیوی قدیمی\n📅 پنجشنبه ۱۲ فروردین ۱۴۰۶ ساعت ۲۰\n📍 تالار رودکی\n🎟 ۱۰۰٬۰۰۰ تومان\nترانه‌های رادیویی با دو گرامافون قدیمی";
    const page = await (await send({ intent: "read", text })).text();
    for (const fact of [
      "منظورتان همین است؟",
      "۱۲ فروردین",
      "1 آوریل".replace("1", "۱"),
      "تهران، ",
      "۱۰۰٬۰۰۰ تومان، صد هزار تومان",
    ])
      expect(page).toContain(fact);
  });

  it("when something is doubtful, then it goes on after one press, and only for these lines", async () => {
    const asked = await send({ intent: "continue", ...LINES });
    expect(asked.status).toBe(200);
    const page = await asked.text();
    for (const text of [
      "اول این‌ها را نگاه کنید",
      "درست است، ادامه",
      "صد هزار تومان",
      "nava.example/kamancheh",
      "از ۷ سال",
    ])
      expect(page).toContain(text);
    expect(await deps.db.select().from(eventDrafts)).toEqual([]);
    const confirmed = fieldValue(page, "confirmed");
    const changed = await send({ intent: "confirm", confirmed, ...LINES, price: "۲۰۰" });
    expect(await changed.text()).toContain("دویست هزار تومان");
    expect(await deps.db.select().from(eventDrafts)).toEqual([]);
    const done = await send({ intent: "confirm", confirmed, ...LINES });
    expect(done.status).toBe(303);
    const [draft] = await deps.db.select().from(eventDrafts);
    expect(draft?.values).toMatchObject({
      price: 1_000_000,
      ageLimit: 7,
      ticketUrl: "https://nava.example/kamancheh",
    });
  });

  it.each([
    ["en", "30 Esfand 1405, 20:00", "1405 has no 30 Esfand."],
    ["fa", "۳۰ اسفند ۱۴۰۵ ساعت ۲۰", "سال ۱۴۰۵ روز ۳۰ اسفند ندارد."],
  ])(
    "when the day does not exist, then the refusal in %s names it",
    async (language, when, text) => {
      const answer = await send({ intent: "continue", ...LINES, when }, language);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(text);
    },
  );
});
