import { decode } from "turbo-stream";
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

const send = (fields: Record<string, string | string[]>, language = "fa") => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return person.post(`${ADDRESS}?lang=${language}`, form);
};

const LINES = {
  title: "شب‌های کمانچه",
  when: "پنجشنبه و جمعه ۱۲ و ۱۳ فروردین ۱۴۰۶ ساعت ۲۰",
  where: "تالار رودکی، تهران",
  price: "۱۰۰",
  about: "اجرای تازهٔ گروه با سازهای قدیمی. بلیت: https://nava.example/kamancheh رده سنی: +۷",
  city: "tehran",
};

/** Keys of the doubts of a page. */
const keysIn = (page: string): string[] =>
  [...page.matchAll(/<input[^>]*name="right"[^>]*>/g)].flatMap(
    ([input]) => /value="([^"]*)"/.exec(input)?.[1] ?? [],
  );

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

  it("when two facts are doubtful, then each needs an answer, which holds as long as its line stays", async () => {
    const lines = { ...LINES, when: "پنجشنبه ۱۳ فروردین ۱۴۰۶ ساعت ۲۰" };
    const asked = await send({ intent: "continue", ...lines });
    expect(asked.status).toBe(200);
    const page = await asked.text();
    for (const text of ["۲ مورد با شما", "صد هزار تومان", "nava.example/kamancheh", "از ۷ سال"])
      expect(page).toContain(text);
    const [date = ""] = keysIn(page);
    // Toman or rials: a tap picks a reading.
    const price = /name="(reading\.[0-9a-f]{16})"/.exec(page)?.[1] ?? "";
    expect(page).toContain("۱۰۰ هزار ریال");
    expect(await deps.db.select().from(eventDrafts)).toEqual([]);

    const half = await (await send({ intent: "continue", ...lines, right: date })).text();
    expect(half).toContain("۱ مورد با شما");
    expect(half).toMatch(new RegExp(`<input(?=[^>]*value="${date}")[^>]*checked`));
    expect(half).not.toMatch(new RegExp(`<input(?=[^>]*name="${price}")[^>]*checked`));
    const picked = { right: date, [price]: "0" };
    const changed = await send({ intent: "continue", ...lines, ...picked, price: "۲۰۰" });
    expect(await changed.text()).toContain("دویست هزار تومان");
    expect(await deps.db.select().from(eventDrafts)).toEqual([]);

    const done = await send({ intent: "continue", ...lines, ...picked });
    expect(done.status).toBe(303);
    const [draft] = await deps.db.select().from(eventDrafts);
    expect(draft?.values).toMatchObject({
      price: 1_000_000,
      ageLimit: 7,
      ticketUrl: "https://nava.example/kamancheh",
    });
  });

  it("when an announcement is read, then the words of each fact are marked", async () => {
    const text =
      "شب رادیوی قدیمی\n📅 پنجشنبه ۱۲ فروردین ۱۴۰۶ ساعت ۲۰\n📍 تالار رودکی\n🎟 ۱۰۰٬۰۰۰ تومان\nترانه‌های رادیویی با دو گرامافون قدیمی";
    const page = await (await send({ intent: "read", text })).text();
    for (const [name, words] of [
      ["title", "شب رادیوی قدیمی"],
      ["where", "تالار رودکی"],
      ["price", "۱۰۰٬۰۰۰ تومان"],
    ])
      expect(page).toMatch(new RegExp(`<a (?=[^>]*href="#read-${name}")[^>]*>[^<]*${words}<sup>`));
  });

  it("when lines of an announcement depend on each other, then the form reads them as one text", async () => {
    const text =
      "نمایش «باران»\nاز ۱۴ تا ۱۸ فروردین ۱۴۰۶\nساعت ۲۰\nدوشنبه‌ها اجرا نداریم\nتالار رودکی\nورود رایگان! نمایشی از سال ۱۹۷۷";
    const page = await (await send({ intent: "read", text })).text();
    for (const said of ["۱۵ فروردین", "۱۷ فروردین", "رایگان"]) expect(page).toContain(said);
    expect(page).not.toContain("۱۶ فروردین");
    expect(page).not.toContain("۱٬۹۷۷");
  });

  it("when a post may announce several events, then the form asks", async () => {
    const text =
      "شب کمانچه و «چهره به چهره»، «باران» به ترتیب\n۱۴ فروردین ۱۴۰۶ ساعت ۲۰\nو ۱۶ فروردین ۱۴۰۶ ساعت ۲۰\nتالار رودکی";
    expect(await (await send({ intent: "read", text })).text()).toContain("چند رویداد");
  });

  it("when another app shares a post of several events, then the form knows it", async () => {
    const text =
      "Programme of Roudaki Hall\n1. A Night of Kamancheh – 10 April 2027, 8 pm\n2. The Seagull, play – 12 April 2027, 7 pm";
    const query = new URLSearchParams({ text, lang: "en" });
    const isKnown = async () => {
      const { body } = await person.get(`${ADDRESS}.data?${query}`);
      const { value } = await decode(body as ReadableStream<Uint8Array>);
      const routes = Object.values(value as object) as { data?: { isSharedSeveral?: boolean } }[];
      return routes.find(({ data }) => data?.isSharedSeveral !== undefined)?.data?.isSharedSeveral;
    };
    expect(await isKnown()).toBe(true);
    query.set("text", "A Night of Kamancheh – 10 April 2027, 8 pm, Roudaki Hall");
    expect(await isKnown()).toBe(false);
  });

  it("when a post announces several events, then they are offered as drafts", async () => {
    const text =
      "Programme of Roudaki Hall\n1. A Night of Kamancheh – 10 April 2027, 8 pm\n2. The Seagull, play – 12 April 2027, 7 pm";
    const answer = await send({ intent: "read", text }, "en");
    expect(answer.status).toBe(303);
    const page = await (await person.get(answer.headers.get("Location") ?? "")).text();
    for (const said of ["This announces several events", "A Night of Kamancheh", "The Seagull"])
      expect(page).toContain(said);
  });

  it.each([
    [
      "a text",
      { title: "Jazz Evening", text: "Jazz Evening\n10 April 2027, 20:00\nRoudaki Hall\nFree" },
      "What you wrote",
    ],
    ["the address of a page", { url: "https://hall.example/jazz" }, "https://hall.example/jazz"],
  ])(
    "when another app shares %s, then the form opens with what was read",
    async (_, shared, said) => {
      const query = new URLSearchParams({ ...shared, lang: "en" } as Record<string, string>);
      let answer = await person.get(`${ADDRESS}?${query}`);
      if (answer.status === 302) answer = await person.get(answer.headers.get("Location") ?? "");
      expect(await answer.text()).toContain(said);
    },
  );

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
