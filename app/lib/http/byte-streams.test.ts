import { describe, expect, it } from "vitest";
import { chunksOf, peekStream, readStream } from "./byte-streams";

const PIECES = ["first ", "", "second ", "third"];
/** @param onCancel called when the reader stops early */
const streamOf = (pieces = PIECES, onCancel = () => {}) => {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    },
    cancel: onCancel,
  });
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a stream of bytes", () => {
  it("is read whole, or cancelled if it is too long", async () => {
    expect(text(await readStream(streamOf(), 18))).toBe("first second third");
    let isEnded = false;
    await expect(
      readStream(
        streamOf(PIECES, () => {
          isEnded = true;
        }),
        12,
      ),
    ).rejects.toMatchObject({ code: "too-large" });
    expect(isEnded).toBe(true);
    expect(await readStream(null, 1)).toHaveLength(0);
  });

  it.each([0, 3, 6, 9, 100])("shows its first %i bytes and stays whole", async (count) => {
    const { head, whole } = await peekStream(streamOf(), count);
    expect(text(head)).toBe("first second third".slice(0, count));
    expect(text(await readStream(whole, 100))).toBe("first second third");
  });

  it("passes its source's error on", async () => {
    const broken = new ReadableStream({
      pull() {
        throw new Error("The line is dead.");
      },
    });
    await expect(readStream(broken, 9)).rejects.toThrow("The line is dead.");
    const seen: Uint8Array[] = [];
    for await (const chunk of chunksOf(streamOf(["a", "b"]))) seen.push(chunk);
    expect(seen.map(text)).toEqual(["a", "b"]);
  });
});
