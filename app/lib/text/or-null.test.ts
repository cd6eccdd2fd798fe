import { expect, it } from "vitest";
import { AppError, orNull } from "../errors";

it("orNull returns the result, or null if it was not found", async () => {
  expect(await orNull(Promise.resolve("Tehran"))).toBe("Tehran");
  expect(await orNull(Promise.reject(new AppError("not-found")))).toBeNull();
});

it("orNull passes other errors on", async () => {
  await expect(orNull(Promise.reject(new Error("D1_ERROR")))).rejects.toThrow("D1_ERROR");
  await expect(orNull(Promise.reject(new AppError("forbidden")))).rejects.toMatchObject({
    code: "forbidden",
  });
});
