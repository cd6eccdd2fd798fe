import { AppError } from "../errors";
import { chunksOf, readStream } from "./byte-streams";

/** The body of a request, read no further than it may be long. @throws AppError("too-large") */
export async function readLimited(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const named = request.headers.get("Content-Length");
  if (Number(named ?? 0) > maxBytes) throw new AppError("too-large");
  return named !== null && request.body
    ? readNamed(request.body, Number(named))
    : readStream(request.body, maxBytes);
}

/**
 * Reads into one buffer, so that a large file is not in memory twice. The platform guarantees the
 * length.
 */
async function readNamed(body: ReadableStream, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(length);
  let at = 0;
  for await (const chunk of chunksOf(body)) {
    if (at + chunk.byteLength > length) throw new AppError("too-large");
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.subarray(0, at);
}
