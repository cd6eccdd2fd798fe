import { beforeAll, describe, expect, it } from "vitest";
import type { OwnEventJson } from "../../app/modules/authoring/schema";
import type { EventJson } from "../../app/modules/events/event-json-schema";
import { createCity } from "../factories/city";
import { bearerOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const DAY = 86_400_000;
const start = new Date(Math.floor((Date.now() + 9 * DAY) / 1000) * 1000);
const SCRIPT = `</script><script>alert("x")</script>`;

const body = {
  title: { en: "A Night of Kamancheh", fa: "شب کمانچه" },
  description: { en: "Two players and a long winter evening." },
  venue: { en: "Roudaki Hall" },
  city: "tehran",
  startsAt: start.toISOString(),
  endsAt: new Date(start.getTime() + 7_200_000).toISOString(),
  price: 1_500_000,
  categories: ["Concert"],
  tags: ["kamancheh"],
};

let author: Record<string, string>;
let other: Record<string, string>;
let moderator: Record<string, string>;

beforeAll(async () => {
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const as = async (role: "user" | "moderator") => {
    const { id } = await addActor(deps, role, 30);
    return { Authorization: await bearerOf(deps, id) };
  };
  [author, other, moderator] = [await as("user"), await as("user"), await as("moderator")];
});

const create = async (changes: object = {}, headers: Record<string, string> = {}) =>
  askJson<OwnEventJson>("/events", {
    method: "POST",
    headers: { ...author, ...headers },
    body: { ...body, ...changes },
  });
const post = (path: string, headers: Record<string, string>, sent?: unknown) =>
  askJson<OwnEventJson & { message: string }>(path, {
    method: "POST",
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });

describe("an event over the API", () => {
  it("is created, submitted, rejected, corrected and approved, and then public", async () => {
    const { status, body: draft } = await create();
    expect(status).toBe(201);
    expect(draft).toMatchObject({
      status: "draft",
      title: body.title,
      currency: null,
      timeZone: "Asia/Tehran",
      city: { slug: "tehran", name: { en: "Tehran", fa: "تهران" } },
      pendingRevision: null,
    });
    expect(draft.startsAt).toMatch(/\+03:30$/);
    expect(Date.parse(draft.startsAt ?? "")).toBe(start.getTime());
    const address = `/events/${draft.id}`;
    for (const headers of [{}, other, moderator])
      expect((await askJson(address, { headers })).status).toBe(404);

    expect((await post(`${address}/submit`, author)).body).toMatchObject({
      status: "pending",
      currency: "IRR",
    });
    expect(
      (await post(`/events/admin/${draft.id}/reject`, moderator, { reason: " Which hall? " })).body,
    ).toMatchObject({
      status: "rejected",
      rejectionReason: "Which hall?",
    });
    expect((await askJson<OwnEventJson>(address, { headers: author })).body.rejectionReason).toBe(
      "Which hall?",
    );
    const put = await askJson<OwnEventJson>(address, {
      method: "PUT",
      headers: author,
      body: { ...body, venue: { en: "Vahdat Hall" } },
    });
    expect(put.body).toMatchObject({ status: "rejected", venue: { en: "Vahdat Hall" } });
    expect((await post(`${address}/submit`, author)).body.status).toBe("pending");
    expect((await post(`/events/admin/${draft.id}/approve`, moderator)).body.status).toBe(
      "approved",
    );

    const { body: read } = await askJson<EventJson>(address);
    expect(read).toMatchObject({
      status: "approved",
      venue: { en: "Vahdat Hall" },
      creator: { displayName: draft.creator?.displayName },
    });
    expect(read).not.toHaveProperty("rejectionReason");
    expect(read).not.toHaveProperty("flagCount");
    const { body: list } = await askJson<{ items: EventJson[] }>("/events?q=kamancheh");
    expect(list.items.map(({ id }) => id)).toContain(draft.id);

    const edit = await askJson<OwnEventJson>(address, {
      method: "PUT",
      headers: author,
      body: { ...body, price: 0 },
    });
    expect(edit.body).toMatchObject({ price: 1_500_000, pendingRevision: { status: "pending" } });
    expect((await askJson<EventJson>(address)).body).not.toHaveProperty("pendingRevision");
    expect((await askJson(address, { method: "DELETE", headers: author })).status).toBe(409);
    expect((await post(`${address}/lifecycle`, author, { lifecycle: "cancelled" })).status).toBe(
      422,
    );
    const message = "One of the players is ill; we are sorry.";
    expect(
      (await post(`${address}/lifecycle`, author, { lifecycle: "cancelled", message })).body
        .lifecycle,
    ).toBe("cancelled");
    expect(
      (await post(`${address}/lifecycle`, author, { lifecycle: "scheduled", message })).status,
    ).toBe(409);
    const undone = await askJson<OwnEventJson>(`${address}/lifecycle`, {
      method: "DELETE",
      headers: author,
    });
    expect([undone.status, undone.body.lifecycle]).toEqual([200, "scheduled"]);
    const moved = await post(`${address}/lifecycle`, author, {
      lifecycle: "scheduled",
      message,
      startsAt: "2030-01-02T20:00:00Z",
    });
    expect(moved.status).toBe(422);
    expect(
      (
        await post(`${address}/lifecycle`, author, {
          lifecycle: "cancelled",
          message,
          startsAt: "2026-12-20T20:00",
        })
      ).status,
    ).toBe(422);
    expect(
      (await post(`${address}/lifecycle`, author, { lifecycle: "cancelled", message })).body
        .lifecycle,
    ).toBe("cancelled");
    expect((await ask(address, { method: "DELETE", headers: moderator })).status).toBe(204);
    expect((await ask(address)).status).toBe(404);
  });

  it("is listed among its creator's drafts", async () => {
    const { body: draft } = await create({
      title: { en: "Only a title" },
      city: null,
      startsAt: null,
      endsAt: null,
    });
    expect(draft).toMatchObject({ city: null, startsAt: null, timeZone: null });
    const { body: drafts } = await askJson<{ items: OwnEventJson[]; hasMore: boolean }>(
      "/events/user/drafts",
      { headers: author },
    );
    expect(drafts.items.map(({ id }) => id)).toContain(draft.id);
    expect(
      (await askJson<{ items: OwnEventJson[] }>("/events/user/drafts", { headers: other })).body
        .items,
    ).toEqual([]);
    expect((await ask(`/events/${draft.id}`, { method: "DELETE", headers: author })).status).toBe(
      204,
    );
  });

  it("is created once for one Idempotency-Key", async () => {
    const key = { "Idempotency-Key": "one-evening" };
    const first = await create({}, key);
    const second = await create({}, key);
    expect(second.body.id).toBe(first.body.id);
  });

  it("is not saved over a newer version", async () => {
    const { body: draft } = await create();
    const save = (match: string) =>
      ask(`/events/${draft.id}`, {
        method: "PUT",
        headers: { ...author, "If-Match": match },
        body: { ...body, price: 5 },
      });
    expect((await save(`"${draft.version}"`)).status).toBe(200);
    expect((await save(`"${draft.version}"`)).status).toBe(412);
    expect((await save("a stranger's")).status).toBe(412);
  });

  it.each([
    ["no English title", { title: { fa: "شب کمانچه" } }, "title.en", "Title (English) is required"],
    [
      "a ticket address that runs",
      { ticketUrl: "javascript:alert(1)" },
      "ticketUrl",
      "An address that begins with http:// or https://.",
    ],
    [
      "a picture by http",
      { imageUrl: "http://pictures.example/a.jpg" },
      "imageUrl",
      "A file uploaded here, or an https:// address.",
    ],
    ["a negative price", { price: -1 }, "price", "A number from 0; leave 0 for free."],
    [
      "six categories",
      { categories: ["Workshop", "Festival", "Talk", "Theater", "Concert", "Music"] },
      "categories",
      "At most 5 categories.",
    ],
    ["a status", { status: "approved" }, "status", "This field doesn’t exist."],
    ["a creator", { creator: { id: "me" } }, "creator", "This field doesn’t exist."],
    ["featuring itself", { isFeatured: true }, "isFeatured", "This field doesn’t exist."],
    [
      "a title beyond the setting",
      { title: { en: "a".repeat(141) } },
      "title.en",
      "At most 140 characters.",
    ],
    ["a title of a flood", { title: { en: "a".repeat(30_000) } }, "title.en", "That is too long."],
  ])("is refused with %s, which the response names", async (_, changes, path, message) => {
    const response = await askJson<{ issues: { path: string; message: string }[] }>("/events", {
      method: "POST",
      headers: author,
      body: { ...body, ...changes },
    });
    expect(response.status).toBe(422);
    expect(response.body.issues).toContainEqual({ path, message });
  });

  it("is refused with ten megabytes in a field", async () => {
    const response = await ask("/events", {
      method: "POST",
      headers: author,
      body: { ...body, title: { en: "a".repeat(10_000_000) } },
    });
    expect(response.status).toBe(413);
  });

  it("is stored as plain text, whatever it contains", async () => {
    const { body: draft } = await create({
      title: { en: `Kamancheh ${SCRIPT}`, fa: SCRIPT },
      description: { en: `A long evening ${SCRIPT}` },
      venue: { en: SCRIPT },
      tags: [SCRIPT.slice(0, 40)],
    });
    await post(`/events/${draft.id}/submit`, author);
    await post(`/events/admin/${draft.id}/approve`, moderator);
    const { body: read } = await askJson<EventJson>(`/events/${draft.id}`);
    expect(read.title.en).toBe(`Kamancheh ${SCRIPT}`);
  });

  it("can be reported once per person", async () => {
    const { body: draft } = await create();
    await post(`/events/${draft.id}/submit`, author);
    await post(`/events/admin/${draft.id}/approve`, moderator);
    const flags = `/events/${draft.id}/flags`;
    const report = (headers: Record<string, string>) =>
      ask(flags, { method: "POST", headers, body: { reason: "spam" } });
    expect((await report(other)).status).toBe(204);
    expect((await report(other)).status).toBe(409);
    expect((await report(author)).status).toBe(409);
    expect(
      (await ask(flags, { method: "POST", headers: other, body: { reason: "boring" } })).status,
    ).toBe(422);
    expect(
      (await askJson<OwnEventJson>(`/events/${draft.id}`, { headers: author })).body.flagCount,
    ).toBe(1);
  });
});
