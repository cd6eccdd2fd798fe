import { describe, expect, it } from "vitest";
import {
  boxOf,
  frameShowing,
  gridOf,
  HOME_FRAME,
  labelled,
  positionAt,
  zoomed,
} from "./position-map";

describe("the map of a city's position", () => {
  it("returns the centre for a click in the centre, and the corners for the corners", () => {
    const frame = { latitude: 35, longitude: 51, span: 16 };
    expect(positionAt(frame, 0.5, 0.5)).toEqual({ latitude: 35, longitude: 51 });
    expect(positionAt(frame, 0, 0)).toEqual({ latitude: 40, longitude: 43 });
    expect(positionAt(frame, 1, 1)).toEqual({ latitude: 30, longitude: 59 });
  });

  it("follows a position only when it leaves the frame", () => {
    expect(frameShowing(HOME_FRAME, null)).toBe(HOME_FRAME);
    expect(frameShowing(HOME_FRAME, { latitude: 35, longitude: 51 })).toBe(HOME_FRAME);
    expect(frameShowing(HOME_FRAME, { latitude: 43.7, longitude: -79.4 })).toEqual({
      latitude: 43.7,
      longitude: -79.4,
      span: 24,
    });
  });

  it("stays on the globe", () => {
    const world = { latitude: 80, longitude: 170, span: 360 };
    expect(positionAt(world, 0.9, 0)).toEqual({ latitude: 90, longitude: -46 });
  });

  it("has a first and a last step of zoom", () => {
    expect(zoomed(HOME_FRAME, -1).span).toBe(10);
    expect(zoomed({ ...HOME_FRAME, span: 4 }, -1).span).toBe(4);
    expect(zoomed({ ...HOME_FRAME, span: 360 }, 1).span).toBe(360);
  });

  it("draws lines of whole degrees inside its box only", () => {
    const box = boxOf(HOME_FRAME);
    const { across, down } = gridOf(HOME_FRAME);
    expect([
      down.length > 5,
      down.length < 15,
      across.every((y) => y >= box.y && y <= box.y + box.height),
    ]).toEqual([true, true, true]);
    expect(down.every(Number.isInteger)).toBe(true);
  });

  it("labels places without overlap, and none at the edge", () => {
    const frame = { latitude: 35, longitude: 51, span: 20 };
    const [first, beside, below, edge] = [
      { latitude: 35, longitude: 51 },
      { latitude: 35.1, longitude: 52 },
      { latitude: 33, longitude: 51 },
      { latitude: 36, longitude: 41.2 },
    ];
    expect(labelled([first, beside, below, edge], frame)).toEqual([first, below]);
  });
});
