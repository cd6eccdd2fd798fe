import { boxesAt } from "./iso-boxes";
import { ascii, joinBytes, type VideoType, viewOf } from "./media-files";

/**
 * Streams a video and removes metadata: place, device, names. Bytes keep their positions, since
 * indexes refer to them, so metadata is blanked in place; the file is never held whole.
 */
export interface VideoFilter {
  /** Output for this chunk. Null for a broken file: unparsed parts may hide metadata. */
  push(bytes: Uint8Array): Uint8Array[] | null;
  /** The rest; null where the film is broken, cut off, or has no pictures. */
  end(): Uint8Array[] | null;
}

/** A box or an element: its length with header, and its treatment. */
type Unit = { size: number } & (
  | { way: "pass" }
  | { way: "hold" }
  | { way: "blank"; header: Uint8Array }
);

interface Format {
  /** The unit at this position; "more" when undecided yet, null when invalid. */
  unitAt(bytes: Uint8Array, isEnd: boolean): Unit | "more" | null;
  /** Whether all was there that makes it a film. */
  isWhole(): boolean;
  /** Blanks in a unit that was held. */
  blank(held: Uint8Array): void;
}

/**
 * The index of a film of hours; more is no index, and would not fit into the memory of a Worker.
 * Bytes.
 */
const HELD_MAX = 16 * 1_048_576;
const NOTHING = new Uint8Array();

/** A unit of which some has come. */
interface Open {
  unit: Unit;
  /** Remaining bytes; Infinity for units up to the end of the file. */
  left: number;
  /** Blank bytes still to be given on. */
  blanks: number;
  held: Uint8Array[];
  heldLength: number;
}

const opened = (unit: Unit): Open => ({
  unit,
  left: unit.size,
  blanks: unit.way === "blank" ? unit.size - unit.header.length : 0,
  held: [],
  heldLength: 0,
});

export function createVideoFilter(type: VideoType): VideoFilter {
  const format = { mp4: createMp4Format, webm: createWebmFormat }[type]();
  /** The beginning of a header of which the rest has not come. */
  let begun: Uint8Array = NOTHING;
  let open: Open | null = null;

  function close({ unit, held }: Open, passed: Uint8Array[]): void {
    if (unit.way !== "hold") return;
    const whole = joinBytes(held);
    format.blank(whole);
    passed.push(whole);
  }

  /** @returns false where too much would have to be held */
  function take(part: Uint8Array, into: Open, passed: Uint8Array[]): boolean {
    into.left -= part.length;
    if (into.unit.way === "pass") passed.push(part);
    else if (into.unit.way === "blank") {
      // The new header, which is there already, may be longer than the old one.
      const blank = new Uint8Array(Math.min(part.length, into.blanks));
      into.blanks -= blank.length;
      passed.push(blank);
    } else {
      into.held.push(part.slice());
      into.heldLength += part.length;
    }
    return into.heldLength <= HELD_MAX;
  }

  function run(bytes: Uint8Array, isEnd: boolean): Uint8Array[] | null {
    const passed: Uint8Array[] = [];
    let rest = begun.length > 0 ? joinBytes([begun, bytes]) : bytes;
    begun = NOTHING;
    while (rest.length > 0) {
      if (!open) {
        const unit = format.unitAt(rest, isEnd);
        if (unit === null) return null;
        if (unit === "more") {
          begun = rest.slice();
          break;
        }
        if (unit.way === "blank") passed.push(unit.header);
        open = opened(unit);
      }
      const part = rest.subarray(0, Math.min(open.left, rest.length));
      rest = rest.subarray(part.length);
      if (!take(part, open, passed)) return null;
      if (open.left > 0) break;
      close(open, passed);
      open = null;
    }
    return passed;
  }

  return {
    push: (bytes) => run(bytes, false),
    end() {
      const passed = run(NOTHING, true);
      if (!passed || begun.length > 0) return null;
      if (open && open.left !== Number.POSITIVE_INFINITY) return null;
      if (open) close(open, passed);
      return format.isWhole() ? passed : null;
    },
  };
}

const FREE = [0x66, 0x72, 0x65, 0x65];

/**
 * Metadata boxes (user data, XMP, QuickTime's keys) become free space, which players skip (ISO/IEC
 * 14496-12 §8.1.2).
 */
function createMp4Format(): Format {
  const seen = new Set<string>();
  return {
    unitAt(bytes) {
      if (bytes.length < 8) return "more";
      const view = viewOf(bytes);
      const short = view.getUint32(0);
      if (short === 1 && bytes.length < 16) return "more";
      const headerLength = short === 1 ? 16 : 8;
      // Without a size it reaches to the end.
      const size =
        short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? Number.POSITIVE_INFINITY : short;
      if (size < headerLength) return null;
      const type = ascii(bytes, 4, 4);
      seen.add(type);
      if (type === "moov") return { size, way: "hold" };
      if (!["uuid", "meta", "udta"].includes(type)) return { size, way: "pass" };
      const header = bytes.slice(0, headerLength);
      header.set(FREE, 4);
      return { size, way: "blank", header };
    },
    isWhole: () => seen.has("moov") && seen.has("mdat"),
    blank(movie) {
      const notes = ["udta", "meta", "uuid"].flatMap((type) => [
        ...boxesAt(movie, ["moov", type]),
        ...boxesAt(movie, ["moov", "trak", type]),
        ...boxesAt(movie, ["moov", "trak", "mdia", type]),
      ]);
      for (const { start, content, end } of notes) {
        movie.set(FREE, start + 4);
        movie.fill(0, content, end);
      }
    },
  };
}

const EBML_HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const ATTACHMENTS = 0x1941a469;
const VOID = 0xec;
/** The longest header of an element, bytes. */
const ELEMENT_HEADER = 12;

/** An element of EBML (RFC 8794 §5, §6); `end` is null where its size is not known. */
function elementAt(
  bytes: Uint8Array,
  at: number,
): { id: number; content: number; end: number | null } | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  const content = sizeAt + sizeLength;
  if (idLength > 4 || sizeLength > 8 || content > bytes.length) return null;
  const id = bytes.subarray(at, sizeAt).reduce((sum, byte) => sum * 256 + byte, 0);
  const digits = [...bytes.subarray(sizeAt, content)];
  const isUnknown = digits.every(
    (byte, index) => byte === (index === 0 ? 2 ** (9 - sizeLength) - 1 : 255),
  );
  digits[0] = (digits[0] ?? 0) & (2 ** (8 - sizeLength) - 1);
  const size = digits.reduce((sum, byte) => sum * 256 + byte, 0);
  return { id, content, end: isUnknown ? null : content + size };
}

/** Tags (places, devices) and attachments become void elements of the same length. */
function createWebmFormat(): Format {
  let expected: "header" | "segment" | "children" = "header";
  let hasPixels = false;
  return {
    unitAt(bytes, isEnd) {
      if (bytes.length < ELEMENT_HEADER && !isEnd) return "more";
      const element = elementAt(bytes, 0);
      if (!element) return null;
      const { id, content, end } = element;
      if (expected === "header") {
        expected = "segment";
        return id === EBML_HEADER && end !== null ? { size: end, way: "pass" } : null;
      }
      if (expected === "segment") {
        expected = "children";
        return id === SEGMENT ? { size: content, way: "pass" } : null;
      }
      hasPixels ||= id === CLUSTER;
      // Of an unknown size are clusters that were written as they came: nothing but clusters
      // follows.
      if (end === null)
        return id === CLUSTER ? { size: Number.POSITIVE_INFINITY, way: "pass" } : null;
      if (id !== TAGS && id !== ATTACHMENTS) return { size: end, way: "pass" };
      return { size: end, way: "blank", header: voidHeader(end) };
    },
    isWhole: () => hasPixels,
    blank() {},
  };
}

/** The header of a void element that is as long as another one was, with it. */
function voidHeader(length: number): Uint8Array {
  // A one-byte id leaves up to eight bytes for the size.
  const sizeLength = Math.min(length - 1, 8);
  const header = new Uint8Array(1 + sizeLength);
  header[0] = VOID;
  for (
    let left = length - header.length, at = sizeLength;
    at > 0;
    at--, left = Math.floor(left / 256)
  )
    header[at] = left % 256;
  header[1] = (header[1] ?? 0) | (2 ** (8 - sizeLength));
  return header;
}
