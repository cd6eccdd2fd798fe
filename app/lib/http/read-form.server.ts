import { AppError } from "../errors";
import { readLimited } from "./read-limited";

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
  const body = await readLimited(request, maxBytes);
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
