import { AppError, tooLarge } from "../errors";

type Bytes = Uint8Array<ArrayBuffer>;

/** The chunks of a stream. Stopping early cancels it. */
export async function* chunksOf(
  stream: ReadableStream | null,
): AsyncGenerator<Bytes, void, undefined> {
  if (!stream) return;
  const reader = stream.getReader() as ReadableStreamDefaultReader<Bytes>;
  let isDone = false;
  try {
    for (;;) {
      const part = await reader.read();
      isDone = part.done;
      if (part.done) return;
      yield part.value;
    }
  } finally {
    // A failed stream cannot be cancelled.
    if (!isDone) await reader.cancel().catch(() => {});
  }
}

/**
 * A whole stream, read no further than it may be long: a length that is named need not be true.
 * @throws AppError("too-large")
 */
export async function readStream(stream: ReadableStream | null, maxBytes: number): Promise<Bytes> {
  const chunks: Bytes[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream)) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** The first bytes of a stream, at most `count` of them, and the whole stream. */
export async function peekStream(
  stream: ReadableStream | null,
  count: number,
): Promise<{ head: Bytes; whole: ReadableStream<Bytes> }> {
  const chunks = chunksOf(stream);
  const begun: Bytes[] = [];
  let length = 0;
  while (length < count) {
    const part = await chunks.next();
    if (part.done) break;
    begun.push(part.value);
    length += part.value.byteLength;
  }
  const head = new Uint8Array(Math.min(length, count));
  let at = 0;
  for (const chunk of begun) {
    head.set(chunk.subarray(0, head.length - at), at);
    at = Math.min(at + chunk.byteLength, head.length);
  }
  const whole = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const next = begun.shift() ?? (await chunks.next()).value;
        if (next) controller.enqueue(next);
        else controller.close();
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
  return { head, whole };
}

/** @throws AppError("unsupported-type") for a compressed body, which nothing here unpacks (RFC 9110 §15.5.16) */
export function refuseCompressed({ headers }: Request): void {
  const coding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (coding !== "" && coding !== "identity") throw refusedHeader("Content-Encoding");
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

/** @throws AppError("unsupported-type") for a body of text that is not UTF-8 by its type */
export function refuseOtherCharsets({ headers }: Request): void {
  for (const [, charset = ""] of (headers.get("Content-Type") ?? "").matchAll(CHARSET))
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw refusedHeader("Content-Type");
}

const refusedHeader = (path: string) =>
  new AppError("unsupported-type", [{ path, message: "errors:issue.value" }]);

/** The text of a request. @throws as `readLimited` and `refuseOtherCharsets` */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readLimited(request, maxBytes);
  refuseOtherCharsets(request);
  return new TextDecoder().decode(bytes);
}

/**
 * The body of a request, read no further than it may be long.
 * @throws AppError("too-large"), and as `refuseCompressed`
 */
export async function readLimited(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const named = request.headers.get("Content-Length");
  if (Number(named ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const whole = await (named !== null && request.body
    ? readNamed(request.body, Number(named))
    : readStream(request.body, maxBytes));
  refuseCompressed(request);
  return whole;
}

/**
 * Reads into one buffer, so that a large file is not in memory twice. The platform guarantees the
 * length.
 */
async function readNamed(body: ReadableStream, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(length);
  let at = 0;
  for await (const chunk of chunksOf(body)) {
    if (at + chunk.byteLength > length) throw tooLarge(length);
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.subarray(0, at);
}
