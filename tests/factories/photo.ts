import { viewOf } from "../../app/modules/media/media-files";

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
const crcOf = (bytes: Uint8Array) =>
  (bytes.reduce((crc, byte) => (CRC[(crc ^ byte) & 255] as number) ^ (crc >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = viewOf(bytes);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = type.charCodeAt(at);
  bytes.set(content, 8);
  view.setUint32(8 + content.length, crcOf(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

/**
 * A decodable PNG: a gradient from black to one colour. @param alpha alpha of every pixel; without
 * it the file has no alpha channel
 */
export async function createPhoto(
  width: number,
  height: number,
  { alpha }: { alpha?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const channels = alpha === undefined ? 3 : 4;
  const rows = new Uint8Array(height * (1 + width * channels));
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1, at += channels) {
      rows[at] = Math.round((255 * x) / width);
      rows[at + 1] = Math.round((255 * y) / height);
      if (alpha !== undefined) rows[at + 3] = alpha;
    }
  }
  const header = new Uint8Array(13);
  const view = viewOf(header);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, alpha === undefined ? 2 : 6, 0, 0, 0], 8);
  const packed = await new Response(
    new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate")),
  ).arrayBuffer();
  const parts = [
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", new Uint8Array(packed)),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
