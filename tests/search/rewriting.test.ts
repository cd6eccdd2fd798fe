import { beforeEach, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { FENCE_NOTE } from "../../app/lib/text/fence-text";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createGemini } from "../../worker/adapters/gemini";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { answerWith, askedAt, EXTERNAL } from "../helpers/external-services";
import { emptyEvents } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

let deps: TestDeps;
let tehran: string;
let shiraz: string;

/** Each test has its own model and so its own URL. */
const pathOf = (model: string) => `/v1beta/models/${model}:streamGenerateContent`;
const takeModel = (model: string, timeout = 5_000) => {
  deps.rewriter = createGemini({ key: "a-key", model, url: EXTERNAL.http, timeout });
};
async function answer(model: string, text: string): Promise<void> {
  const piece = {
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
  };
  await answerWith(pathOf(model), {
    body: `data: ${JSON.stringify(piece)}\r\n\r\n`,
    headers: { "Content-Type": "text/event-stream" },
  });
  takeModel(model);
}

const eventIn = async (cityId: string) => {
  const { id } = await createEvent(deps.db, {
    cityId,
    titleEn: "Blood donation day",
    descriptionEn: "",
    startsAt: TUESDAY + 3_600_000,
    endsAt: TUESDAY + 7_200_000,
    status: "approved",
  });
  return id;
};

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  const first = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  const second = await createCity(deps.db, { slug: "shiraz", nameEn: "Shiraz" });
  [tehran, shiraz] = [await eventIn(first.id), await eventIn(second.id)];
  await rebuildSearch(deps.db);
});

async function find(q: string, more: Record<string, string> = {}) {
  const { query } = parseEventQuery(new URLSearchParams({ q, ...more }));
  const list = await listEvents(deps, query);
  const ids = list.events.slice(0, list.exactTotal).map(({ id }) => id);
  return { ids, corrected: list.corrected };
}

describe("a search that finds nothing, with a model", () => {
  it("is searched as the model takes its words, says so, and asks once a query", async () => {
    await answer("gives", "blood donation");
    const found = { ids: [tehran], corrected: "tehran blood donation" };
    expect(await find("zorgle gnarf tehran")).toEqual(found);
    expect(await find("Zorgle  GNARF tehran")).toEqual(found);
    const asked = await askedAt(pathOf("gives"));
    expect(asked).toHaveLength(1);
    const page = await browseEvents(
      requestContext(deps),
      new URLSearchParams({ q: "zorgle gnarf tehran" }),
      {},
    );
    expect(page.summary).toBe("1 event for “tehran blood donation”");
    expect(page.reading?.link?.label).toBe("Search for “zorgle gnarf tehran” instead");
    const prompt = JSON.parse(asked[0]?.body ?? "").contents[0].parts[0].text as string;
    // What is a filter stays here.
    expect(prompt.endsWith(`${FENCE_NOTE}\n⟪zorgle gnarf⟫`)).toBe(true);
  });

  it("keeps its filters: an answer that names others is none", async () => {
    await answer("moves", "blood donation shiraz");
    expect(await find("zorgle gnarf tehran")).toEqual({ ids: [], corrected: null });
    await answer("plain", "blood donation");
    expect((await find("gnarf zorgle")).ids.sort()).toEqual([tehran, shiraz].sort());
  });

  it("asks no model where words match, are a known name, or are taken as typed", async () => {
    await answer("idle", "blood donation");
    await find("donation");
    await find("tehran");
    await find("شجریان");
    await find("zorgle gnarf", { without: "corrections" });
    expect(await askedAt(pathOf("idle"))).toEqual([]);
  });

  it("finds what it would without a model where that fails, is late or says nothing", async () => {
    await answerWith(pathOf("fails"), { status: 503, body: "" });
    takeModel("fails");
    expect(await find("zorgle gnarf")).toEqual({ ids: [], corrected: null });
    await answerWith(pathOf("late"), { body: "data: 1234567890", slowly: { bytes: 1, every: 50 } });
    takeModel("late", 20);
    expect(await find("zorgle gnarf late")).toEqual({ ids: [], corrected: null });
    await answer("talks", "I am sorry, but as a model I cannot say what these words are about");
    expect(await find("zorgle gnarf talks")).toEqual({ ids: [], corrected: null });
  });
});
