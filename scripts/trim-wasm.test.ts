import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { decode, initSync } from "@jsquash/png/codec/pkg/squoosh_png.js";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { describe, expect, it } from "vitest";
import { createPhoto } from "../tests/factories/photo";
import { trimWasm, USED_EXPORTS } from "./trim-wasm.mjs";

const { resolve } = createRequire(import.meta.url);
const trimmed = (path: string, name: string) => {
  const whole = readFileSync(resolve(path));
  const bytes = trimWasm(whole, USED_EXPORTS[name] ?? /./);
  return { whole, bytes, module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>) };
};

describe("trimmed modules of WebAssembly", { timeout: 30_000 }, () => {
  it("decode pictures as the Worker does", async () => {
    const { whole, bytes, module } = trimmed(
      "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
      "squoosh_png_bg.wasm",
    );
    expect(bytes.length).toBeLessThan(whole.length * 0.85);
    initSync(module);
    const { width, height, data } = decode(await createPhoto(16, 8));
    expect([width, height, [...data.subarray(-4)]]).toEqual([16, 8, [239, 223, 0, 255]]);
  });

  it("draw texts, measure them and turn them into outlines", async () => {
    const { whole, bytes, module } = trimmed("@resvg/resvg-wasm/index_bg.wasm", "index_bg.wasm");
    expect(bytes.length).toBeLessThan(whole.length);
    await initWasm(module);
    const font = {
      fontBuffers: [new Uint8Array(readFileSync("pictures/fonts/vazirmatn-500.ttf"))],
      defaultFontFamily: "Vazirmatn",
    };
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><text y="40" font-family="Vazirmatn">شب سه‌تار</text></svg>';
    const drawn = new Resvg(svg, { font });
    expect(drawn.getBBox()?.width).toBeGreaterThan(20);
    expect(drawn.toString()).toContain("<path");
    expect(drawn.render().asPng().length).toBeGreaterThan(100);
  });

  it("are refused with an instruction that is not known, rather than cut wrongly", () => {
    // A function whose only instruction is 0xff, exported as "a".
    const parts = [
      [1, 4, 1, 0x60, 0, 0],
      [3, 2, 1, 0],
      [7, 5, 1, 1, 0x61, 0, 0],
      [10, 5, 1, 3, 0, 0xff, 0x0b],
    ];
    const module = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...parts.flat()]);
    expect(() => trimWasm(module, /./)).toThrow("0xff");
  });
});
