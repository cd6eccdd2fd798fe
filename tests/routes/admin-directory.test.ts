import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { cities, users } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { anotherBrowser, type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const textOf = async (response: Response) =>
  (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, "");
const userOf = (id: string) => db.select().from(users).where(eq(users.id, id)).get();
let admin: Browser;
let moderator: Browser;

beforeAll(async () => {
  await seedDatabase(db, Date.now());
  admin = await signInAs(deps, "admin", { displayName: "Laleh Admin" });
  moderator = await signInAs(deps, "moderator");
});

describe("/admin/users", () => {
  it("lists, filters and finds people in both languages, without untranslated keys", async () => {
    const member = await signInAs(deps, "user", {
      displayName: "Bahar Quince",
      searchKey: "bahar quince\nbahar@rooydad.example",
    });
    for (const lang of ["en", "fa"]) {
      const text = await textOf(await admin.get(`/admin/users?lang=${lang}&q=quince`));
      expect(text).toContain(`/admin/users/${member.id}`);
      expect(text).not.toContain("Laleh Admin</a>");
      expect(text.match(/\b(admin-users|common|account):[a-z][\w.]+/g)).toBeNull();
    }
    expect(await textOf(await admin.get("/admin/users?lang=en&q=nobody+is+so"))).toContain(
      "No users found.",
    );
    const staff = await textOf(await admin.get("/admin/users?lang=en&role=moderator"));
    expect([staff.includes(moderator.id), staff.includes(member.id)]).toEqual([true, false]);
  });

  it("asks before deleting selected people, and reports each result", async () => {
    const [one, two] = [
      await signInAs(deps, "user", { displayName: "First Gone" }),
      await signInAs(deps, "user", { displayName: "Second Gone" }),
    ];
    const asked = await textOf(
      await admin.get(`/admin/users?lang=en&delete=${one.id}&delete=${two.id}&delete=${admin.id}`),
    );
    expect(asked).toContain("Delete 2 accounts?");
    const done = await admin.post("/admin/users?lang=en", {
      intent: "delete",
      user: [one.id, two.id, admin.id],
    });
    expect(done.status).toBe(200);
    const text = await textOf(done);
    expect(text).toContain("2 of 3 deleted");
    expect(text).toContain("This is your own account");
    expect([(await userOf(one.id))?.isActive, (await userOf(admin.id))?.isActive]).toEqual([
      false,
      true,
    ]);
    expect((await one.get("/account")).headers.get("Location")).toContain("/login");
  });

  it("redirects moderators to the start", async () => {
    expect((await moderator.get("/admin/users")).headers.get("Location")).toBe("/");
  });
});

describe("/admin/users/{id}", () => {
  it("shows account, permissions, sessions and audit log, and no actions without permission", async () => {
    const member = await signInAs(deps, "user", { displayName: "Shown Person", trustScore: 25 });
    const text = await textOf(await admin.get(`/admin/users/${member.id}?lang=en`));
    for (const words of [
      "Shown Person",
      "Regular",
      "Firefox on Linux",
      "0 of 200 MB",
      "Change role",
      "Deactivate",
      "No entries.",
    ])
      expect([words, text.includes(words)]).toEqual([words, true]);
    const owner = await signInAs(deps, "owner");
    const protectedOne = await textOf(await admin.get(`/admin/users/${owner.id}?lang=en`));
    expect([
      protectedOne.includes("The owner’s account is protected."),
      protectedOne.includes('value="deactivate"'),
    ]).toEqual([true, false]);
    expect((await admin.get("/admin/users/nobody")).status).toBe(404);
  });

  it("changes a role in its dialog: with warnings and refusals, and the user's session ends", async () => {
    const member = await signInAs(deps);
    const elsewhere = await anotherBrowser(deps, member.id);
    const dialog = await textOf(await admin.get(`/admin/users/${member.id}?lang=en&change-role=1`));
    for (const words of [
      "Upgrade: they’ll be able to do more",
      "This is their current role.",
      "You do not have permission to assign this role.",
    ])
      expect([words, dialog.includes(words)]).toEqual([words, true]);
    const post = (role: string) =>
      admin.post(`/admin/users/${member.id}?lang=en&change-role=1`, {
        intent: "change-role",
        role,
      });
    for (const [role, status, words] of [
      ["user", 400, "Selected role is the same as current role"],
      ["admin", 403, "You do not have permission to assign this role."],
      ["king", 400, "One of user, moderator and admin."],
    ] as const) {
      const refused = await post(role);
      expect([role, refused.status, (await textOf(refused)).includes(words)]).toEqual([
        role,
        status,
        true,
      ]);
    }
    const done = await post("moderator");
    expect([done.status, toastOf(done).includes("admin-users:done.role")]).toEqual([303, true]);
    expect((await elsewhere.get("/account")).headers.get("Location")).toContain("/login");
    expect((await userOf(member.id))?.role).toBe("moderator");
  });

  it("deactivates, reactivates, ends sessions, corrects and deletes", async () => {
    const member = await signInAs(deps);
    const act = async (intent: string, fields: Record<string, string> = {}) => {
      const answer = await admin.post(`/admin/users/${member.id}`, { intent, ...fields });
      return [answer.status, toastOf(answer).match(/admin-users:done\.\w+/)?.[0]];
    };
    expect(await act("end-sessions")).toEqual([303, "admin-users:done.sessions"]);
    expect((await member.get("/account")).headers.get("Location")).toContain("/login");
    expect(await act("deactivate")).toEqual([303, "admin-users:done.deactivated"]);
    expect(await act("reactivate")).toEqual([303, "admin-users:done.reactivated"]);
    expect(await act("correct", { displayName: "Better Name" })).toEqual([
      303,
      "admin-users:done.profile",
    ]);
    expect((await userOf(member.id))?.displayName).toBe("Better Name");
    expect((await act("correct", { displayName: " " }))[0]).toBe(400);
    expect(await act("delete")).toEqual([303, "admin-users:done.deleted"]);
    expect((await userOf(member.id))?.deleteAfter).toBeGreaterThan(Date.now());
    expect((await admin.post(`/admin/users/${member.id}`, { intent: "nonsense" })).status).toBe(
      400,
    );
  });
});

describe("/admin/cities", () => {
  it("lists and filters for moderators, by name, country and time zone", async () => {
    for (const [query, has, hasNot] of [
      ["q=isfah", "isfahan", "toronto"],
      ["q=toronto", "toronto", "isfahan"],
      ["q=america/van", "vancouver", "toronto"],
      ["country=CA", "toronto", "isfahan"],
      ["timezone=Asia/Tehran", "isfahan", "toronto"],
    ]) {
      const text = await textOf(await moderator.get(`/admin/cities?lang=fa&${query}`));
      expect([
        query,
        text.includes(`/admin/cities/${has}`),
        text.includes(`/admin/cities/${hasNot}`),
      ]).toEqual([query, true, false]);
      expect(text.match(/\b(admin-cities|common|account):[a-z][\w.]+/g)).toBeNull();
    }
  });

  const FIELDS = {
    intent: "create",
    nameEn: "Marivan Test",
    nameFa: "مریوان",
    countryCode: "IR",
    latitude: "۳۵٫۵۲",
    longitude: "46.17",
    timeZone: "",
  };

  it("adds a city as typed, with Persian digits and the zone of the nearest one", async () => {
    const done = await moderator.post("/admin/cities/new", FIELDS);
    expect([done.status, done.headers.get("Location")]).toEqual([
      303,
      "/admin/cities/marivan-test",
    ]);
    expect(
      await db.select().from(cities).where(eq(cities.slug, "marivan-test")).get(),
    ).toMatchObject({
      latitude: 35.52,
      timeZone: "Asia/Tehran",
      countryFa: "ایران",
    });
  });

  it("keeps the input beside its errors", async () => {
    const refused = await moderator.post("/admin/cities/new?lang=en", {
      ...FIELDS,
      nameEn: "M",
      latitude: "north",
      slug: "x y",
    });
    expect(refused.status).toBe(400);
    const text = await textOf(refused);
    for (const words of ['value="north"', "A number from −90 to 90."])
      expect([words, text.includes(words)]).toEqual([words, true]);
    const taken = await moderator.post("/admin/cities/new?lang=en", { ...FIELDS, slug: "tehran" });
    expect([taken.status, (await textOf(taken)).includes("Another city has this slug.")]).toEqual([
      409,
      true,
    ]);
  });

  it("takes a picture, and creates no city if the picture is invalid", async () => {
    const form = (slug: string, file: File) => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ ...FIELDS, slug })) data.set(name, value);
      data.set("picture", file);
      return data;
    };
    const bad = await moderator.post(
      "/admin/cities/new",
      form("no-picture", new File(["text"], "a.png", { type: "image/png" })),
    );
    expect([
      bad.status,
      await db.select().from(cities).where(eq(cities.slug, "no-picture")),
    ]).toEqual([400, []]);
  });

  it("saves changes, previews a merge, and merges an empty city", async () => {
    const saved = await moderator.post("/admin/cities/marivan-test", {
      ...FIELDS,
      intent: "save",
      nameEn: "Marivan",
      stateEn: "Kurdistan",
      timeZone: "Asia/Tehran",
    });
    expect([saved.status, toastOf(saved).includes("done.saved")]).toEqual([303, true]);
    // Marivan was saved after this form was opened.
    const stale = await moderator.post("/admin/cities/marivan-test?lang=en", {
      ...FIELDS,
      intent: "save",
      nameEn: "Marivan",
      nameFa: "مریوانِ دیگر",
      stateEn: "",
      timeZone: "Asia/Tehran",
      version: "1",
    });
    const kept = await textOf(stale);
    expect(stale.status).toBe(409);
    for (const words of [
      "Someone changed this city in the meantime.",
      'value="مریوانِ دیگر"',
      "Saved version: مریوان<",
      "Saved version: Kurdistan",
      'name="version" value="2"',
    ])
      expect([words, kept.includes(words)]).toEqual([words, true]);
    expect(
      await db.select().from(cities).where(eq(cities.slug, "marivan-test")).get(),
    ).toMatchObject({ nameFa: "مریوان", version: 2 });
    const preview = await textOf(
      await moderator.get("/admin/cities/marivan-test?lang=en&into=sanandaj"),
    );
    for (const words of ["Events: 0", "Followers: 0", "Merge now"])
      expect([words, preview.includes(words)]).toEqual([words, true]);
    const merged = await moderator.post("/admin/cities/marivan-test?into=sanandaj", {
      intent: "merge",
      into: "sanandaj",
    });
    expect([merged.status, merged.headers.get("Location")]).toEqual([
      303,
      "/admin/cities/sanandaj",
    ]);
    expect((await moderator.get("/admin/cities/marivan-test")).status).toBe(404);
  });

  it("refuses to delete a city with events, and to merge one with itself", async () => {
    const refused = await moderator.post("/admin/cities/tehran?lang=en", { intent: "delete" });
    expect([
      refused.status,
      (await textOf(refused)).includes("Merge it into another one first."),
    ]).toEqual([409, true]);
    const same = await moderator.post("/admin/cities/tehran?lang=en", {
      intent: "merge",
      into: "tehran",
    });
    expect([
      same.status,
      (await textOf(same)).includes("Choose the city that replaces this one."),
    ]).toEqual([400, true]);
  });
});
