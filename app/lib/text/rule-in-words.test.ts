import { describe, expect, it } from "vitest";
import { SHIPPED_RULES } from "../../modules/notifications/rules/active-rules.server";
import { type RuleSummary, ruleInWords } from "./rule-in-words";

const NOTHING = { cities: [], categories: [], template: null };
const RULE: RuleSummary = {
  trigger: "event.new-in-city",
  audience: "city-followers",
  conditions: { featuredOnly: true },
  channels: ["in-app", "email"],
  timing: "weekly",
  capPerDay: 3,
  quietHours: { from: "22:00", to: "08:00" },
  isActive: false,
};

describe("a rule in words", () => {
  it("names audience, event, channels and schedule in each language's own words", () => {
    expect(
      ruleInWords(
        RULE,
        { cities: ["Tehran", "Isfahan"], categories: ["Concert"], template: "Spring" },
        "en",
      ),
    ).toBe(
      "When a new event is published, everyone who follows its city is notified instantly in the app, and by email with the next weekly digest. Only for an event in Tehran or Isfahan, of the kind Concert, that is featured. No one gets more than 3 emails or push notifications from it a day. Emails and push notifications wait between 22:00 and 08:00, local time. The email uses the template “Spring”. It’s switched off now.",
    );
    expect(
      ruleInWords(
        RULE,
        { cities: ["تهران", "اصفهان"], categories: ["کنسرت"], template: "بهار" },
        "fa",
      ),
    ).toBe(
      "وقتی رویداد تازه‌ای منتشر شود، هر کس که شهرش را دنبال می‌کند همان لحظه در خود سایت و در خلاصهٔ هفتگی بعدی با ایمیل باخبر می‌شود. فقط برای رویدادهای در تهران یا اصفهان، از دستهٔ کنسرت، از میان برگزیده‌ها. به هیچ‌کس در روز بیش از ۳ ایمیل یا اعلان مرورگر از این قاعده نمی‌رسد. از ساعت ۲۲:۰۰ تا ۰۸:۰۰ به وقت خودشان، ایمیل و اعلان مرورگر صبر می‌کند. متن ایمیل از قالب «بهار» است. این قاعده حالا خاموش است.",
    );
  });

  it("says that no push notifications go out if they would have to wait", () => {
    const rule: RuleSummary = {
      ...RULE,
      conditions: { featuredOnly: false },
      capPerDay: null,
      quietHours: null,
      isActive: true,
    };
    const said = (channels: RuleSummary["channels"], locale: "en" | "fa") =>
      ruleInWords({ ...rule, channels }, NOTHING, locale);
    expect(said(["in-app", "email", "push"], "en")).toBe(
      "When a new event is published, everyone who follows its city is notified instantly in the app, and by email with the next weekly digest. No push notifications go out: they can’t wait for a digest.",
    );
    expect(said(["push"], "en")).toBe(
      "No push notifications go out: they can’t wait for a digest.",
    );
    expect(said(["in-app", "push"], "fa")).toBe(
      "وقتی رویداد تازه‌ای منتشر شود، هر کس که شهرش را دنبال می‌کند همان لحظه در خود سایت باخبر می‌شود. اعلان مرورگر فرستاده نمی‌شود، چون نمی‌تواند منتظر خلاصه بماند.",
    );
    const decision: RuleSummary = {
      ...rule,
      trigger: "event.rejected",
      audience: "creator",
      channels: ["email", "push"],
    };
    expect(ruleInWords(decision, NOTHING, "en")).toBe(
      "When an event or edit is rejected, its creator is notified instantly by email and by push notification.",
    );
    expect(said(["push"], "fa")).toBe(
      "اعلان مرورگر فرستاده نمی‌شود، چون نمی‌تواند منتظر خلاصه بماند.",
    );
  });

  it("has its own sentence for each shipped rule in both languages", () => {
    for (const locale of ["en", "fa"] as const) {
      const sentences = SHIPPED_RULES.map((rule) => ruleInWords(rule, NOTHING, locale));
      expect(new Set(sentences).size).toBe(SHIPPED_RULES.length);
      for (const sentence of sentences)
        expect(sentence).toMatch(
          locale === "en" ? /^(When|Everyone)[^{}]+\.$/ : /^(وقتی|هر کس)[^{}A-Za-z]+\.$/,
        );
    }
  });
});
