import { AppError } from "../errors";
import { readLimited, refuseOtherCharsets } from "./byte-streams";

/** Larger than any form of text fields, bytes. */
export const FORM_BYTES = 65_536;
export const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * Reads the fields of a form. @param maxBytes larger for file uploads
 * @throws AppError("unsupported-type") for other content types and encodings,
 * AppError("too-large"), AppError("bad-request") for a broken form
 */
export async function readForm(request: Request, maxBytes = FORM_BYTES): Promise<FormData> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!FORM_TYPE.test(contentType)) throw new AppError("unsupported-type");
  const body = await readLimited(request, maxBytes);
  refuseOtherCharsets(request);
  try {
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new AppError("bad-request");
  }
}

/** The text of a field; empty when missing or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The version that a form names; null if it names none. */
export const versionIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);
