import type { Deps } from "../../../lib/deps";
import type { ImageFocus } from "../../../lib/event/event-fields";

/** The organizer's picture on a card: its address here, and the part to keep. */
export interface CardPhoto {
  path: string;
  focus: ImageFocus;
}

/** Types that the renderer of cards reads. */
const DRAWN = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);
/** Larger files would take the renderer's memory twice, bytes. */
const LARGEST = 4_000_000;
/** Of base64 at once: longer lists of arguments overflow the stack, bytes. */
const PIECE = 8_190;

const AT: Record<string, "Min" | "Max"> = { left: "Min", top: "Min", right: "Max", bottom: "Max" };

/** How SVG keeps a part of a picture that fills its frame: `xMidYMin slice`. */
function aspectOf(focus: ImageFocus): string {
  const parts = focus.split("-");
  const on = (sides: readonly string[]) => AT[parts.find((part) => sides.includes(part)) ?? ""];
  return `x${on(["left", "right"]) ?? "Mid"}Y${on(["top", "bottom"]) ?? "Mid"} slice`;
}

async function readBytes(
  { media, shipped }: Pick<Deps, "media" | "shipped">,
  path: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const stored = await media.get(path.replace(/^\/media\//, ""));
  if (stored && stored.size > LARGEST) {
    await stored.body.cancel();
    return null;
  }
  // Pictures of the samples are files beside the Worker.
  const response = stored ? new Response(stored.body) : await shipped(path);
  const type = stored?.contentType ?? response.headers.get("Content-Type") ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  return DRAWN.has(type) && bytes.length <= LARGEST ? { bytes, type } : null;
}

/** The picture as SVG of a shape; null where it cannot be drawn, and a cover takes its place. */
export async function drawPhoto(
  deps: Pick<Deps, "media" | "shipped">,
  { path, focus }: CardPhoto,
  ratio: number,
): Promise<string | null> {
  const found = await readBytes(deps, path);
  if (!found) return null;
  const pieces: string[] = [];
  for (let at = 0; at < found.bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...found.bytes.subarray(at, at + PIECE))));
  const [width, height] = [Math.round(1000 * ratio), 1000];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><image width="${width}" height="${height}" preserveAspectRatio="${aspectOf(focus)}" href="data:${found.type};base64,${pieces.join("")}"/></svg>`;
}
