import { describe, expect, it } from "vitest";
import { cardPath, parseCardPath } from "./card-address";

const id = "019b7647-f000-7d6f-8d98-f9a019582c60";

describe("card addresses", () => {
  it.each(["card", "story", "poster"] as const)("are read as they are written: %s", (form) => {
    const address = { of: "events" as const, id, version: "0a1b2c", locale: "fa" as const, form };
    expect(parseCardPath(cardPath(address))).toEqual(address);
  });

  it.each([
    "/cards/cities/tehran/0a1b2c-fa-poster.svg",
    "/cards/events/../0a-fa.png",
    "/cards/users/x/0a-fa.png",
    `/cards/events/${id}/0a-de.png`,
    `/cards/events/${id}/0a-en-poster.png`,
  ])("are nothing else: %s", (path) => {
    expect(parseCardPath(path)).toBeNull();
  });
});
