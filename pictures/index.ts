import { WorkerEntrypoint } from "cloudflare:workers";
import type { CardDrawing, Picture, Pictures } from "../app/lib/media-deps";
import { drawCard } from "./draw-card";
import { createPictureShrinker } from "./shrink-picture";

interface PicturesEnv {
  /** Shrinks pictures of any size; without it codecs in WebAssembly do so for small ones only. */
  IMAGES?: ImagesBinding;
}

/**
 * The second Worker: what draws cards and shrinks pictures, with its WebAssembly and fonts
 * (docs/decisions/second-worker.md). The product alone reaches it, by the binding PICTURES.
 */
export default class PictureWorker extends WorkerEntrypoint<PicturesEnv> implements Pictures {
  readonly #shrinker = createPictureShrinker(this.env.IMAGES);

  shrink(picture: Picture, side: number) {
    return this.#shrinker.shrink(picture, side);
  }

  copies(picture: Picture, widths: readonly number[], isTurned: boolean) {
    return this.#shrinker.copies(picture, widths, isTurned);
  }

  drawCard(drawing: CardDrawing) {
    return drawCard(drawing);
  }
}
