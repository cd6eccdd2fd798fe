import { AppError } from "./errors";

/** The body of a request, read no further than it may be long. @throws AppError("too-large") */
export async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) throw new AppError("too-large");
  const named = request.headers.get("Content-Length");
  if (named !== null && request.body) return readNamed(request.body, Number(named));
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new AppError("too-large");
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Into one piece of memory: a large file must not stand there twice. The platform sees to it that the length is true. */
async function readNamed(body: ReadableStream, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(length);
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.byteLength > length) {
      await reader.cancel();
      throw new AppError("too-large");
    }
    whole.set(part.value, at);
    at += part.value.byteLength;
  }
  return whole.subarray(0, at);
}
