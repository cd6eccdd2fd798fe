import { beforeAll, describe, expect, it } from "vitest";
import { createCity } from "../factories/city";
import { bearerOf, createUser } from "../factories/user";
import { askJson } from "../helpers/api-client";
import { emptyEvents } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";
import { caseBytes } from "./case-files";
import expectations from "./cases/expected.json";
import { CASES_NOW, type Door, type Observed, readCase } from "./read-case";

interface Expected {
  count?: number;
  finding?: string;
  descriptionHas?: string;
  descriptionLacks?: string;
  [field: string]: unknown;
}

let deps: TestDeps;

beforeAll(async () => {
  deps = createTestDeps(CASES_NOW);
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
});

const CASES = Object.entries(expectations as Record<string, { doors: Door[]; expect: Expected }>);
/** A calendar that is taken as a file is taken from its address too. */
const doorsOf = (file: string, doors: readonly Door[]): Door[] =>
  file.endsWith(".ics") && doors.includes("file") ? [...doors, "address"] : [...doors];
const WALK = CASES.flatMap(([file, { doors, expect: expected }]) =>
  doorsOf(file, doors)
    .filter((door) => door !== "api")
    .map((door) => [file, door, expected] as const),
);

/** Fields of the cases that are compared as they stand. */
function compare(read: readonly Observed[], expected: Expected): void {
  const { count, finding, descriptionHas, descriptionLacks, ...fields } = expected;
  if (count !== undefined) {
    expect(read).toHaveLength(count);
    return;
  }
  const [first] = read;
  // What could not be taken at all is told by its findings.
  if (finding !== undefined) expect(first?.findings).toContain(finding);
  expect(first).toMatchObject(fields);
  if (descriptionHas) expect(first?.description).toContain(descriptionHas);
  if (descriptionLacks) expect(first?.description).not.toContain(descriptionLacks);
}

describe("a case", () => {
  it.each(WALK)("%s through %s is read as it is meant", async (file, door, expected) => {
    compare(await readCase(deps, door, file), expected);
  });
});

describe("a half of a surrogate pair", () => {
  it("is dropped from what the API takes [S-142]", async () => {
    const own = workerDeps();
    const { id } = await createUser(own.db);
    const { status, body } = await askJson<{ title: { en: string } }>("/events", {
      method: "POST",
      headers: {
        Authorization: await bearerOf(own, id),
        "Content-Type": "application/json",
      },
      body: new TextDecoder().decode(caseBytes("api-lone-surrogate.json")),
    });
    expect([status, body.title.en]).toEqual([201, "Lone surrogate evening"]);
  });
});
