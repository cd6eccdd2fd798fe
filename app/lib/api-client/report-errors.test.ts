import { expect, test, vi } from "vitest";
import { ApiError } from "./api-error";
import { createErrorBuffer, createErrorReporter } from "./report-errors";

test("an error is sent with those queued while offline, and a failure to report is ignored", async () => {
  const call = vi.fn(() => Promise.reject(new Error("no")));
  const report = createErrorReporter(
    { call: call as never },
    createErrorBuffer(() => 0),
    "session-1",
  );
  report(new ApiError("Network error.", 0, "network"), "save preferences");
  report(new ApiError("expired", 401), "save preferences");
  expect(call).not.toHaveBeenCalled();
  const long = new ApiError("x".repeat(9_000), 500);
  expect(report(long, "skip onboarding")).toMatchObject({ context: "skip onboarding" });
  const bodies = (
    call.mock.calls as unknown as [
      string,
      string,
      { metadata: { message: string }; sessionId: string },
    ][]
  ).map(([, , body]) => body);
  expect(bodies.map(({ metadata }) => metadata.message.length)).toEqual([
    "Network error.".length,
    "expired".length,
    3_000,
  ]);
  expect(bodies[0]).toMatchObject({
    action: "client.error",
    entity: "client",
    severity: "error",
    sessionId: "session-1",
  });
});
