import { socialCard } from "../app/lib/drawing/social-card";
import type { CardDrawing } from "../app/lib/media-deps";
import { createEncoder } from "./picture-codec";
import { svgRenderer } from "./render-svg";

const JPEG_QUALITY = 84;

/** A card as PNG, with a photograph as JPEG; a poster as SVG. @throws Error where it cannot be drawn */
export async function drawCard({
  facts,
  form,
  picture,
  foot,
  hasPhoto = false,
}: CardDrawing): Promise<Uint8Array> {
  const renderer = await svgRenderer();
  const svg = socialCard(facts, form, picture, renderer.measure, foot);
  if (hasPhoto && form !== "poster")
    return (await createEncoder("jpeg"))(renderer.pixels(svg), JPEG_QUALITY);
  return form === "poster" ? new TextEncoder().encode(renderer.outlines(svg)) : renderer.png(svg);
}
