import { expect, it } from "vitest";
import { AppError } from "../errors";
import { orNull } from "./or-null";

it("given what is asked for is there, then it is answered; given it is not, then null", async () => {
  expect(await orNull(Promise.resolve("Tehran"))).toBe("Tehran");
  expect(await orNull(Promise.reject(new AppError("not-found")))).toBeNull();
});

it("given the database does not answer, or something else is refused, then that is not hidden", async () => {
  await expect(orNull(Promise.reject(new Error("D1_ERROR")))).rejects.toThrow("D1_ERROR");
  await expect(orNull(Promise.reject(new AppError("forbidden")))).rejects.toMatchObject({ code: "forbidden" });
});
