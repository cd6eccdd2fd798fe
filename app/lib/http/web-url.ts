/** An http or https address, else null, since users may type `javascript:` or no address. */
export function webUrl(text: string | null): URL | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** The absolute address of a picture or video, ours (a path) or external; null when invalid. */
export function pictureUrl(address: string | null, origin: string): string | null {
  return address && URL.canParse(address, origin)
    ? (webUrl(new URL(address, origin).href)?.href ?? null)
    : null;
}

/** A path of our own site, or `/`, so that form values and addresses cannot redirect elsewhere. */
export function safePath(value: unknown): string {
  if (
    typeof value !== "string" ||
    !value.startsWith("/") ||
    value.startsWith("//") ||
    value.includes("\\")
  )
    return "/";
  try {
    const url = new URL(value, "http://path.invalid");
    // Dots on the way may leave two slashes at the beginning: `/.//elsewhere.example`.
    return url.host === "path.invalid" && !url.pathname.startsWith("//")
      ? url.pathname + url.search
      : "/";
  } catch {
    return "/";
  }
}
