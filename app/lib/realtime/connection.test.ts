import { describe, expect, it } from "vitest";
import {
  bannerOf,
  type ConnectionEvent,
  type ConnectionState,
  FIRST,
  MAX_FAILURES,
  nextConnection,
  statusToast,
} from "./connection";

const CLOSED: ConnectionEvent = { type: "closed", code: 1006 };
const OPENING: ConnectionEvent = { type: "opening" };
const OPENED: ConnectionEvent = { type: "opened" };
const through = (...events: ConnectionEvent[]): ConnectionState =>
  events.reduce(nextConnection, FIRST);
const failed = (times: number) => Array.from({ length: times }, () => [OPENING, CLOSED]).flat();

describe("a connection", () => {
  it("starts connecting, and is connected once it opens", () => {
    expect(FIRST.status).toBe("connecting");
    expect(through(OPENING, OPENED)).toEqual({ status: "connected", failures: 0, isLost: false });
  });

  it("is disconnected after a drop, and connecting with each attempt", () => {
    expect(through(OPENED, CLOSED)).toEqual({ status: "disconnected", failures: 0, isLost: true });
    expect(through(OPENED, CLOSED, OPENING)).toEqual({
      status: "connecting",
      failures: 0,
      isLost: true,
    });
  });

  it("is an error after five failed attempts, not before", () => {
    expect(through(...failed(MAX_FAILURES - 1)).status).toBe("disconnected");
    expect(through(...failed(MAX_FAILURES)).status).toBe("error");
    expect(through(OPENED, CLOSED, ...failed(MAX_FAILURES - 1)).status).toBe("disconnected");
    expect(through(OPENED, CLOSED, ...failed(MAX_FAILURES)).status).toBe("error");
  });

  it("counts attempts from zero after a success", () => {
    expect(through(...failed(4), OPENED).failures).toBe(0);
    expect(through(...failed(4), OPENED, CLOSED, ...failed(4)).status).toBe("disconnected");
  });

  it("stays an error during further attempts, and restarts on request", () => {
    const error = through(...failed(MAX_FAILURES));
    expect(nextConnection(error, OPENING)).toBe(error);
    expect(nextConnection(error, { type: "retried" })).toMatchObject({
      status: "connecting",
      failures: 0,
    });
    expect(nextConnection(error, OPENED).status).toBe("connected");
  });

  it("stays closed once the session has ended", () => {
    const ended = through(OPENED, { type: "closed", code: 4401 });
    expect(ended.status).toBe("ended");
    for (const event of [OPENING, OPENED, CLOSED, { type: "retried" } as const])
      expect(nextConnection(ended, event)).toBe(ended);
  });
});

describe("the connection toast", () => {
  const lost = through(OPENED, CLOSED);
  const told = { age: 10_000, tells: true };

  it("announces each change of state, and nothing while it stays", () => {
    expect(statusToast(through(OPENED), lost, told)).toBe("disconnected");
    expect(statusToast(lost, nextConnection(lost, OPENING), told)).toBe("connecting");
    expect(statusToast(lost, through(OPENED), told)).toBe("connected");
    expect(statusToast(lost, through(...failed(MAX_FAILURES)), told)).toBe("error");
    expect(statusToast(through(OPENED), through(OPENED), told)).toBeNull();
  });

  it("shows nothing in the first ten seconds, nor on the production domain", () => {
    expect(statusToast(through(OPENED), lost, { ...told, age: 9_999 })).toBeNull();
    expect(statusToast(through(OPENED), lost, { ...told, tells: false })).toBeNull();
  });

  it("leaves the end of a session to the banner", () => {
    expect(
      statusToast(through(OPENED), through(OPENED, { type: "closed", code: 4401 }), told),
    ).toBeNull();
  });
});

describe("the connection banner", () => {
  it("is hidden at the start and while connected", () => {
    expect(bannerOf(FIRST)).toBeNull();
    expect(bannerOf(through(OPENED))).toBeNull();
  });

  it("appears after a loss or failed attempts, until connected or failed for good", () => {
    expect(bannerOf(through(OPENED, CLOSED))).toBe("disconnected");
    expect(bannerOf(through(OPENED, CLOSED, OPENING))).toBe("disconnected");
    expect(bannerOf(through(CLOSED, OPENING))).toBe("disconnected");
    expect(bannerOf(through(...failed(MAX_FAILURES)))).toBe("error");
    expect(bannerOf(through(OPENED, { type: "closed", code: 4401 }))).toBe("ended");
  });
});
