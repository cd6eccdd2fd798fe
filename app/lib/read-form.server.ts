import { AppError } from "./errors";

/** Larger than any form of text fields, bytes. */
const MAX_BYTES = 65_536;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The fields of a form, as every action reads them. @param maxBytes larger where files come with it
 * @throws AppError("unsupported-type") for what is no form, AppError("too-large"), AppError("bad-request") for a broken one
 */
export async function readForm(request: Request, maxBytes = MAX_BYTES): Promise<FormData> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!FORM.test(contentType)) throw new AppError("unsupported-type");
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) throw new AppError("too-large");
  const body = await readBytes(request, maxBytes);
  try {
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new AppError("bad-request");
  }
}

/** What was typed into a field; empty where it did not come, or came as a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Counted as they come: a length need not be named, nor be true. */
async function readBytes(request: Request, maxBytes: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new AppError("too-large");
    }
    parts.push(value);
  }
  return new Blob(parts);
}
