import { describe, expect, it } from "vitest";
import { conditionalResponse } from "./conditional-response.server";

const ask = (tag?: string, body = "BEGIN:VCALENDAR") =>
  conditionalResponse(
    new Request("http://rooydad.test/x", { headers: tag ? { "If-None-Match": tag } : {} }),
    body,
    {
      "Content-Type": "text/calendar",
    },
  );

describe("conditionalResponse", () => {
  it("sends the file with a tag derived from its content", async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("BEGIN:VCALENDAR");
    expect(response.headers.get("ETag")).toBe((await ask()).headers.get("ETag"));
    expect(response.headers.get("ETag")).not.toBe(
      (await ask(undefined, "other")).headers.get("ETag"),
    );
  });

  it("sends nothing if the client has the newest version", async () => {
    const tag = (await ask()).headers.get("ETag") ?? "";
    for (const header of [tag, `W/${tag}`, `"a", ${tag}`, "*"]) {
      const response = await ask(header);
      expect([response.status, await response.text(), response.headers.get("ETag")]).toEqual([
        304,
        "",
        tag,
      ]);
    }
    expect((await ask('"a", W/"b"')).status).toBe(200);
  });
});
