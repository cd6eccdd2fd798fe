import { describe, expect, it } from "vitest";
import { expectedSchema, sameSql } from "./restore/expected-schema";
import { valueTriggers } from "./value-triggers";

describe("the triggers that refuse values", () => {
  it("are those of the schema: a changed list of values needs a migration with its triggers", () => {
    const made = new Map(
      expectedSchema()
        .filter(({ type, name }) => type === "trigger" && name.startsWith("values_of_"))
        .map(({ name, sql }) => [name, sql]),
    );
    for (const { name, sql } of valueTriggers())
      expect([name, sameSql(made.get(name) ?? "", sql), sql]).toEqual([name, true, sql]);
    expect([...made.keys()].sort()).toEqual(
      valueTriggers()
        .map(({ name }) => name)
        .sort(),
    );
  });
});
