import { describe, expect, it } from "vitest";
import { bannerOf, type ConnectionEvent, type ConnectionState, FIRST, MOST_FAILURES, nextConnection, statusToast } from "./connection";

const CLOSED: ConnectionEvent = { type: "closed", code: 1006 };
const OPENING: ConnectionEvent = { type: "opening" };
const OPENED: ConnectionEvent = { type: "opened" };
const through = (...events: ConnectionEvent[]): ConnectionState => events.reduce(nextConnection, FIRST);
const failed = (times: number) => Array.from({ length: times }, () => [OPENING, CLOSED]).flat();

describe("a connection", () => {
  it("given it begins, then it is connecting, and connected once it is open", () => {
    expect(FIRST.status).toBe("connecting");
    expect(through(OPENING, OPENED)).toEqual({ status: "connected", failures: 0, isLost: false });
  });

  it("given it is dropped, then it is disconnected, and connecting again with each attempt", () => {
    expect(through(OPENED, CLOSED)).toEqual({ status: "disconnected", failures: 0, isLost: true });
    expect(through(OPENED, CLOSED, OPENING)).toEqual({ status: "connecting", failures: 0, isLost: true });
  });

  it("given five attempts fail, then it is an error, and not before", () => {
    expect(through(...failed(MOST_FAILURES - 1)).status).toBe("disconnected");
    expect(through(...failed(MOST_FAILURES)).status).toBe("error");
    expect(through(OPENED, CLOSED, ...failed(MOST_FAILURES - 1)).status).toBe("disconnected");
    expect(through(OPENED, CLOSED, ...failed(MOST_FAILURES)).status).toBe("error");
  });

  it("given a success in between, then the count begins anew", () => {
    expect(through(...failed(4), OPENED).failures).toBe(0);
    expect(through(...failed(4), OPENED, CLOSED, ...failed(4)).status).toBe("disconnected");
  });

  it("given an error, then another attempt leaves it one, and who asks for a new one starts from the beginning", () => {
    const error = through(...failed(MOST_FAILURES));
    expect(nextConnection(error, OPENING)).toBe(error);
    expect(nextConnection(error, { type: "retried" })).toMatchObject({ status: "connecting", failures: 0 });
    expect(nextConnection(error, OPENED).status).toBe("connected");
  });

  it("given the session has ended, then nothing brings it back", () => {
    const ended = through(OPENED, { type: "closed", code: 4401 });
    expect(ended.status).toBe("ended");
    for (const event of [OPENING, OPENED, CLOSED, { type: "retried" } as const]) expect(nextConnection(ended, event)).toBe(ended);
  });
});

describe("a toast of the state", () => {
  const lost = through(OPENED, CLOSED);
  const told = { age: 10_000, tells: true };

  it("given each change, then it says the new state, and nothing where it stays", () => {
    expect(statusToast(through(OPENED), lost, told)).toBe("disconnected");
    expect(statusToast(lost, nextConnection(lost, OPENING), told)).toBe("connecting");
    expect(statusToast(lost, through(OPENED), told)).toBe("connected");
    expect(statusToast(lost, through(...failed(MOST_FAILURES)), told)).toBe("error");
    expect(statusToast(through(OPENED), through(OPENED), told)).toBeNull();
  });

  it("given the first ten seconds, or where the product lives, then nothing", () => {
    expect(statusToast(through(OPENED), lost, { ...told, age: 9_999 })).toBeNull();
    expect(statusToast(through(OPENED), lost, { ...told, tells: false })).toBeNull();
  });

  it("given the session has ended, then the banner says it, and no toast", () => {
    expect(statusToast(through(OPENED), through(OPENED, { type: "closed", code: 4401 }), told)).toBeNull();
  });
});

describe("the banner", () => {
  it("given the beginning or a good connection, then there is none", () => {
    expect(bannerOf(FIRST)).toBeNull();
    expect(bannerOf(through(OPENED))).toBeNull();
  });

  it("given it was lost or attempts have failed, then it stays until it is connected or an error", () => {
    expect(bannerOf(through(OPENED, CLOSED))).toBe("disconnected");
    expect(bannerOf(through(OPENED, CLOSED, OPENING))).toBe("disconnected");
    expect(bannerOf(through(CLOSED, OPENING))).toBe("disconnected");
    expect(bannerOf(through(...failed(MOST_FAILURES)))).toBe("error");
    expect(bannerOf(through(OPENED, { type: "closed", code: 4401 }))).toBe("ended");
  });
});
