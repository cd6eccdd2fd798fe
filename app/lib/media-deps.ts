import type { CardForm } from "./drawing/card-address";
import type { CardFacts, PosterFoot } from "./drawing/social-card";
import type { CopyFormat } from "./pages/picture-copies";

/** A picture of another site that an entity names. */
export interface RemotePicture {
  kind: "event" | "candidate" | "city" | "user" | "setting";
  entityId: string;
  url: string;
  /** Owner of the file, notified when it cannot be fetched; null for the product's owner. */
  ownerId: string | null;
}

/** A stored object with its metadata. */
export interface StoredObject {
  body: ReadableStream;
  contentType: string;
  size: number;
  etag: string;
}

/** A part of an object, bytes. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** A multipart upload. The file is invisible until complete. */
export interface MediaUpload {
  write(bytes: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/**
 * Stored files under lower-case keys such as `avatars/{id}/{name}.webp`, public at `/media/{key}`.
 */
export interface Media {
  put(key: string, body: Uint8Array | ArrayBuffer, contentType: string): Promise<void>;
  /** For files too large to hold in memory. */
  upload(key: string, contentType: string): Promise<MediaUpload>;
  /** @param range a part within its size; `size` is always that of the whole */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Metadata without the bytes. */
  head(key: string): Promise<Omit<StoredObject, "body"> | null>;
  delete(keys: readonly string[]): Promise<void>;
  /** All keys that begin so. */
  list(prefix: string): Promise<string[]>;
}

/** A picture without metadata, as its header describes it; pixels. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  width: number;
  height: number;
}

/** Makes pictures smaller (docs/decisions/pictures.md). */
export interface PictureShrinker {
  /**
   * @param side length of the longer side, pixels, less than the picture's own
   * @returns a file of any suitable type; null when this deployment cannot decode the picture
   */
  shrink(picture: Picture, side: number): Promise<Uint8Array | null>;
  /**
   * Copies in the formats that this deployment writes, each in all widths.
   * @param picture of at most 1600 pixels a side, with its orientation; @param widths pixels,
   * ascending, none wider than the picture is shown
   * @param isTurned whether its orientation differs from its pixels
   * @returns null when this deployment cannot decode the picture
   */
  copies(
    picture: Picture,
    widths: readonly number[],
    isTurned: boolean,
  ): Promise<PictureCopies | null>;
}

/** A card for sharing, as it is drawn. */
export interface CardDrawing {
  facts: CardFacts;
  form: CardForm;
  /** SVG of the size that the form has for it. */
  picture: string;
  /** It holds a photograph: drawn as JPEG. */
  hasPhoto?: boolean;
  /** Of posters. */
  foot?: PosterFoot;
}

/** The second Worker (docs/decisions/second-worker.md). */
export interface Pictures extends PictureShrinker {
  /** PNG, with a photograph JPEG; a poster is SVG. @throws Error where the card cannot be drawn */
  drawCard(drawing: CardDrawing): Promise<Uint8Array>;
}

export interface PictureCopies {
  files: { width: number; format: CopyFormat; bytes: Uint8Array<ArrayBuffer> }[];
  /**
   * Mean colours of its four corners, row by row, three hexadecimal digits each; null for
   * transparent pictures.
   */
  colours: string | null;
}
