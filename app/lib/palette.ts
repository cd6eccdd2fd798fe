/** One picture's colours: the girih sky's own, what stands far off before it, what stands near. */
export interface SceneColors {
  sky: string;
  far: string;
  near: string;
}

/** The colours that city pictures are drawn in, after the families of the look (theme.md). */
export const SCENE_COLORS = {
  lajvard: { sky: "#2C4B86", far: "#41639B", near: "#0F1D3D" },
  firoozeh: { sky: "#0E8388", far: "#1F8A8B", near: "#032B31" },
  gol: { sky: "#C2587F", far: "#8D3A5C", near: "#3B1330" },
  mes: { sky: "#B5623A", far: "#B8683F", near: "#4A1D10" },
  sormeh: { sky: "#4E5D73", far: "#66778F", near: "#1B2740" },
  anar: { sky: "#B4293D", far: "#9C3345", near: "#3A0B16" },
  pesteh: { sky: "#72993A", far: "#5F8238", near: "#1C2C11" },
  bademjan: { sky: "#6B4275", far: "#7A5388", near: "#27142F" },
  zafaran: { sky: "#E9A23B", far: "#B77F2B", near: "#452B08" },
} as const satisfies Record<string, SceneColors>;

export type SceneFamily = keyof typeof SCENE_COLORS;

/** Lamps behind windows: paler than saffron, which is the lit star's alone (look.md, principle 1). */
export const LAMPLIGHT = "#F2C27A";
export const SNOW = "#FFFFFF";
