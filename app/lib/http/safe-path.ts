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
