import type { CardDrawing } from "../app/lib/deps";
import { socialCard } from "../app/lib/drawing/social-card";
import { svgRenderer } from "./render-svg";

/** A card as PNG; a poster as SVG. @throws Error where it cannot be drawn */
export async function drawCard({ facts, form, picture, foot }: CardDrawing): Promise<Uint8Array> {
  const renderer = await svgRenderer();
  const svg = socialCard(facts, form, picture, renderer.measure, foot);
  return form === "poster" ? new TextEncoder().encode(renderer.outlines(svg)) : renderer.png(svg);
}
