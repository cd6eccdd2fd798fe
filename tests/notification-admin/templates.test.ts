import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n/locale";
import { paths } from "../../app/lib/paths";
import { MAILED_KINDS } from "../../app/modules/notifications/choose-channels";
import { renderNotificationMail } from "../../app/modules/notifications/templates/render-notification.server";
import {
  deleteTemplate,
  templateIssues,
} from "../../app/modules/notifications/templates/template-commands.server";
import {
  SHIPPED_TEMPLATES,
  sampleOrder,
} from "../../app/modules/notifications/templates/templates.server";
import { auditEntries, emailTemplates, emailTemplateVersions, mails } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf } from "../factories/user";
import { ask } from "../helpers/api-client";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
let moderator: Browser;
const page = "/admin/email-templates";
const visible = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

/** Form values of an unchanged template. */
const formOf = (key: "event-approved" | "digest-daily", changes: Record<string, string> = {}) => {
  const { bodies, kind } = SHIPPED_TEMPLATES[key];
  return {
    intent: "save",
    key,
    kind,
    version: "0",
    name: "Published",
    description: "",
    isActive: "1",
    "subject.en": bodies.en.subject,
    "subject.fa": bodies.fa.subject,
    "html.en": bodies.en.html,
    "html.fa": bodies.fa.html,
    "text.en": bodies.en.text,
    "text.fa": bodies.fa.text,
    windowDays: "۷",
    citiesOf: "reader",
    categoriesOf: "reader",
    limit: "12",
    order: "date",
    ...changes,
  };
};

beforeAll(async () => {
  moderator = await signInAs(deps, "moderator");
  const city = await createCity(deps.db);
  await createEvent(deps.db, {
    cityId: city.id,
    titleEn: "Setar <b>tonight</b>",
    titleFa: "سه‌تار امشب",
    startsAt: Date.now() + 86_400_000,
  });
});

beforeEach(async () => {
  await deps.db.batch([
    deps.db.delete(emailTemplates),
    deps.db.delete(emailTemplateVersions),
    deps.db.delete(mails),
  ]);
  deps.memo.forget("email-templates");
});

describe("the shipped templates", () => {
  it("pass the checks for staff's templates, each kind in both languages", async () => {
    for (const kind of MAILED_KINDS)
      expect([kind, await templateIssues(deps, kind, SHIPPED_TEMPLATES[kind].bodies)]).toEqual([
        kind,
        [],
      ]);
  });

  it("render an empty list as a valid email, each block with a direction", async () => {
    for (const kind of MAILED_KINDS)
      for (const locale of LOCALES) {
        const order = {
          ...sampleOrder(kind, locale, "https://rooydad.example"),
          values: {},
          link: null,
          sections: [],
          unsubscribeUrl: null,
        };
        const { subject, html, text } = await renderNotificationMail(createTestDeps(), order);
        expect(subject).not.toBe("");
        expect(html + text).not.toMatch(/\{\{|\{%|undefined|null/);
        const blocks = html.match(/<(?:p|h1|h2|ul|li|div|table)\b[^>]*>/g) ?? [];
        expect(blocks.filter((block) => !/ dir="/.test(block))).toEqual([]);
      }
  });

  it("make neither link nor element from a name that looks like an address or a title with HTML", async () => {
    const sample = sampleOrder("event-approved", "en", "https://rooydad.example");
    const order = {
      ...sample,
      reader: { ...sample.reader, displayName: "Win at evil.example" },
      values: { title: "<script>x</script>" },
    };
    const { html, text } = await renderNotificationMail(createTestDeps(), order);
    expect(html).not.toContain("<script>x");
    expect(html).toContain("Win at evil. example");
    expect(text).toContain("Win at evil. example");
  });

  it("start right-to-left in Persian plain text, even on lines that begin with Latin letters", async () => {
    const order = {
      ...sampleOrder("event-changed", "fa", "https://rooydad.example"),
      values: { title: "Jazz", when: "پنجشنبه" },
    };
    const { text } = await renderNotificationMail(createTestDeps(), order);
    expect(text.split("\n")[0]).toBe("\u200FJazz");
    expect(text).toContain("\nhttps://rooydad.example/");
  });

  it("are used if a stored template fails with an email's values", async () => {
    await moderator.post(`${page}?template=event-approved`, formOf("event-approved"));
    const broken = { htmlEn: "<p>{{ gone }}</p>" };
    await deps.db.update(emailTemplates).set(broken);
    deps.memo.forget("email-templates");
    const { html } = await renderNotificationMail(
      deps,
      sampleOrder("event-approved", "en", "https://rooydad.example"),
    );
    expect(html).toContain("Your event is published");
  });
});

describe("an email of the outbox", () => {
  it("is shown to an admin without the tracking pixel", async () => {
    const admin = await signInAs(deps, "admin");
    const id = crypto.randomUUID();
    const pixel = `${deps.siteUrl}${paths.mailOpened(id, "t")}`.replaceAll("&", "&amp;");
    await deps.db.insert(mails).values({
      id,
      idempotencyKey: id,
      kind: "event-approved",
      userId: moderator.id,
      toAddress: moderator.email,
      locale: "en",
      subject: "Counted",
      text: "Read me",
      html: `<p>Read me</p><img src="${pixel}" width="1" height="1" alt=""><img src="https://elsewhere.example/x.png">`,
      isSecret: false,
      isTracked: true,
      dueAt: 0,
      createdAt: 0,
    });
    const html = await (await admin.get(`/admin/outbox?mail=${id}`)).text();
    expect(html).toContain("Read me");
    expect(html).not.toMatch(/opened\.gif|elsewhere\.example/);
  });
});

describe("a stored template", () => {
  /** Stored without the check, like a template from before it existed. */
  async function stored(values: Partial<typeof emailTemplates.$inferInsert>) {
    await moderator.post(`${page}?template=event-approved`, formOf("event-approved"));
    await deps.db.update(emailTemplates).set(values);
    deps.memo.forget("email-templates");
    return renderNotificationMail(
      deps,
      sampleOrder("event-approved", "en", "https://rooydad.example"),
    );
  }

  it("with an unclosed preheader makes no element of it", async () => {
    const { html } = await stored({
      htmlEn: `{% assign preheader = '<b>Soon</b> "now" <img src=x onerror="alert(1)"' %}<p>Mine</p>`,
    });
    expect(html).toContain("Mine");
    expect(html).toContain("Soon &quot;now&quot;");
    expect(html).not.toContain("onerror");
  });

  it("whose HTML breaks the rules for emails is replaced by the shipped one", async () => {
    const hidden =
      '<a title="{% comment %}">x</a>{% endcomment %}<b title=" onmouseover=alert(1) x=">y</b>';
    for (const htmlEn of [
      hidden,
      '{% assign url = "javascript:x" %}<a href="{{ url }}">a</a>',
      "<p>{% cycle '<i onclick=x>' %}</p>",
    ]) {
      const { html } = await stored({ htmlEn });
      expect(html).toContain("Your event is published");
      expect(html).not.toMatch(/onmouseover|javascript:|onclick/);
    }
  });

  it("of a kind without emails stands in for no other kind", async () => {
    await stored({ kind: "reports-cleared", key: "mine" });
    expect((await moderator.get(`${page}?template=mine`)).status).toBe(404);
    expect(visible(await (await moderator.get(page)).text())).not.toContain(">mine<");
    for (const kind of ["reports-cleared", "event-saved", "event-merged"])
      expect((await moderator.get(`${page}?template=${kind}`)).status).toBe(404);
  });
});

describe("deleting a template", () => {
  const actor = () =>
    ({
      id: moderator.id,
      role: "moderator",
      isVerified: true,
      sessionId: moderator.sessionId,
    }) as const;
  const removals = async () =>
    (await deps.db.select().from(auditEntries).where(eq(auditEntries.entityId, "mine"))).filter(
      ({ action }) => action === "email-template.deleted",
    );
  const create = () =>
    moderator.post(`${page}?new=1`, formOf("event-approved", { intent: "create", key: "mine" }));
  const save = (version: string) =>
    moderator.post(`${page}?template=mine`, formOf("event-approved", { key: "mine", version }));

  it("is refused with 409 if it was edited meanwhile", async () => {
    expect((await create()).status).toBe(303);
    expect((await save("1")).status).toBe(303);
    const late = await moderator.post(`${page}?template=mine&remove=1`, {
      intent: "delete",
      key: "mine",
      version: "1",
    });
    expect(late.status).toBe(409);
    const html = visible(await late.text());
    expect(html).toContain("Someone changed this in the meantime");
    expect(html).toContain("Delete this template?");
    expect((await deps.db.select().from(emailTemplates).get())?.version).toBe(2);
    expect(await removals()).toEqual([]);
  });

  it("by two admins at once is recorded once, and the other gets a conflict", async () => {
    expect((await create()).status).toBe(303);
    const version = (await deps.db.select().from(emailTemplates).get())?.version ?? 0;
    const before = (await removals()).length;
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => deleteTemplate(deps, actor(), "mine", version)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await removals()).toHaveLength(before + 1);
    expect(await deps.db.$count(emailTemplates)).toBe(0);
  });

  it("with an outdated If-Match answers 412, with the current one deletes it", async () => {
    expect((await create()).status).toBe(303);
    const version = (await deps.db.select().from(emailTemplates).get())?.version ?? 0;
    const Authorization = await bearerOf(deps, moderator.id);
    const remove = (tag: string) =>
      ask("/admin/email-templates/mine", {
        method: "DELETE",
        headers: { Authorization, "If-Match": tag },
      });
    expect((await remove(`"${version + 1}"`)).status).toBe(412);
    expect((await remove(`"${version}"`)).status).toBe(204);
    expect((await remove("*")).status).toBe(404);
  });
});

describe("/admin/email-templates", () => {
  it.each([
    ["html.en", "<p>\n{{ titel }}</p>", "Line 2: emails of this kind have no variable titel."],
    ["html.fa", "<script>x</script>", "Line 1: emails can’t contain &lt;script&gt;."],
    ["text.en", "{% for i in (1..1000000000) %}x{% endfor %}", "loop never ends"],
    ["subject.fa", "{{ title | raw }}", "Line 1: emails can’t use the filter raw."],
    ["html.en", "<p>{% if title %}</p>", "Liquid doesn’t understand"],
    ["html.en", '<p onclick="x">a</p>', "Line 1: emails can’t contain onclick."],
    [
      "html.en",
      '<a title="{% comment %}">x</a>{% endcomment %}<b title=" onmouseover=alert(1) x=">y</b>',
      "emails can’t contain",
    ],
    [
      "html.en",
      '{% assign url = "javascript:x" %}<a href="{{ url }}">a</a>',
      "Line 1: emails can’t contain assign url.",
    ],
    [
      "html.fa",
      `{% assign preheader = '<img src=x onerror="alert(1)"' %}`,
      "Line 1: emails can’t contain assign preheader.",
    ],
  ])(
    "refuses %s with %s, naming reason and place, and keeps the input",
    async (name, typed, said) => {
      const response = await moderator.post(
        `${page}?template=event-approved`,
        formOf("event-approved", { [name]: typed }),
      );
      expect(response.status).toBe(400);
      const html = visible(await response.text());
      expect(html).toContain(said);
      expect(await deps.db.select().from(emailTemplates)).toEqual([]);
    },
  );

  it("stores each change and restore as a version, used by later emails, and reports conflicts", async () => {
    const save = (subject: string, version: string) =>
      moderator.post(
        `${page}?template=event-approved`,
        formOf("event-approved", { "subject.en": subject, version }),
      );
    expect((await save("One: {{ title }}", "0")).status).toBe(303);
    expect((await save("Two: {{ title }}", "1")).status).toBe(303);
    const stale = await save("Three", "1");
    expect(stale.status).toBe(409);
    expect(visible(await stale.text())).toContain("Someone changed this in the meantime");
    deps.memo.forget("email-templates");
    expect(
      (await renderNotificationMail(deps, sampleOrder("event-approved", "en", deps.siteUrl)))
        .subject,
    ).toMatch(/^Two: /);
    const restored = await moderator.post(page, {
      intent: "restore",
      key: "event-approved",
      version: "2",
      older: "1",
    });
    expect(restored.status).toBe(303);
    const row = await deps.db.select().from(emailTemplates).get();
    expect([row?.version, row?.subjectEn]).toEqual([3, "One: {{ title }}"]);
    const actions = await deps.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, "event-approved"));
    expect(actions.map(({ action }) => action).slice(-3)).toEqual([
      "email-template.changed",
      "email-template.changed",
      "email-template.restored",
    ]);
    expect(
      (await moderator.post(page, { intent: "reset", key: "event-approved", version: "3" })).status,
    ).toBe(303);
    // Its versions stay, and numbering continues.
    expect((await save("Four", "0")).status).toBe(303);
    expect((await deps.db.select().from(emailTemplates).get())?.version).toBe(4);
  });

  it("has an editor in both languages that works without a script, without untranslated keys", async () => {
    for (const lang of ["en", "fa"]) {
      const html = visible(
        await (await moderator.get(`${page}?template=digest-daily&lang=${lang}`)).text(),
      );
      for (const part of ["basic", "html", "text", "selection"])
        expect(html).toContain(`href="#part-${part}"`);
      expect(html).toMatch(/<iframe[^>]*sandbox=""/);
      expect(html).not.toMatch(/admin-(news|templates):[a-z]/);
      expect(html).toContain("{{ event.title }}");
    }
  });

  it("refuses a digest of no city or no kind of event with 400", async () => {
    for (const changes of [{ citiesOf: "listed" }, { categoriesOf: "listed" }] as Record<
      string,
      string
    >[]) {
      const refused = await moderator.post(
        `${page}?template=digest-daily`,
        formOf("digest-daily", changes),
      );
      expect([
        refused.status,
        visible(await refused.text()).includes("Nothing is selected in this list"),
      ]).toEqual([400, true]);
    }
  });

  it("previews the form's template as a document with a real event, under a policy without scripts", async () => {
    const preview = await moderator.post(
      `${page}/preview`,
      formOf("digest-daily", { preview: "html:en" }),
    );
    expect(preview.status).toBe(200);
    const policy = preview.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox");
    expect(policy).toContain("frame-ancestors 'self'");
    const html = await preview.text();
    expect(html).toContain("Setar &lt;b&gt;tonight&lt;/b&gt;");
    expect(
      await (await moderator.get(`${page}/preview?template=digest-daily&preview=html:fa`)).text(),
    ).toContain("سه‌تار امشب");
    const text = await moderator.get(`${page}/preview?template=digest-daily&preview=text:en`);
    expect(text.headers.get("Content-Type")).toContain("text/plain");
    const broken = await moderator.post(
      `${page}/preview`,
      formOf("digest-daily", { preview: "html:en", "html.en": "{{ nope }}" }),
    );
    expect([broken.status, await broken.text()]).toEqual([
      400,
      expect.stringContaining("emails of this kind have no variable nope"),
    ]);
  });

  it("sends a test email to oneself only", async () => {
    const response = await moderator.post(
      `${page}?template=event-approved`,
      formOf("event-approved", { intent: "test:fa" }),
    );
    expect(response.status).toBe(303);
    const [mail, ...others] = await deps.db.select().from(mails);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "test",
      toAddress: moderator.email,
      locale: "fa",
      isSecret: false,
    });
    expect(mail?.subject).toContain("سه‌تار امشب");
  });
});
