import type { Context, Handler } from "hono";
import { type CardAddress, cardPath, parseCardPath } from "../app/lib/drawing/card-address";
import { cardPictureRatio } from "../app/lib/drawing/social-card";
import { AppError } from "../app/lib/errors";
import { describeError, log } from "../app/lib/runtime/log";
import { platformIn, seoOf } from "../app/modules/settings/platform-settings.server";
import { drawPhoto } from "../app/modules/syndication/cards/card-facts.server";
import { readCard } from "../app/modules/syndication/cards/read-card.server";
import type { AppEnv } from "./context";
import { edgeVersion } from "./middleware/edge-cache";

/** A day: how long caches elsewhere may show a changed or removed event. */
const CARD_HEADERS = {
  "Cache-Control": "public, max-age=86400",
  "Access-Control-Allow-Origin": "*",
};
const REDIRECT_AGE = "public, max-age=300";

const parse = (c: Context<AppEnv>): CardAddress | null =>
  parseCardPath(new URL(c.req.url).pathname);

/**
 * Changes with the content, so that a card of something hidden is not served on. Collections have
 * no version.
 */
export async function socialCardKey(c: Context<AppEnv>): Promise<string | null> {
  const address = parse(c);
  if (!address || address.of === "collections") return null;
  return `card ${cardPath(address)} ${await edgeVersion(c)}`;
}

/** No public address of files has this form (worker/media.ts). */
const storeFolder = ({ of, id, locale, form }: CardAddress) =>
  `_cards/${of}/${id}/${locale}-${form}/`;

/**
 * `/cards/…`: drawn at the first request of a version, then read from R2; another version redirects
 * to the present one.
 */
export const socialCards: Handler<AppEnv> = async (c) => {
  const address = parse(c);
  if (!address) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  const { deps } = c.get("info");
  const siteState = c.get("siteState");
  const siteName = siteState
    ? seoOf(platformIn(siteState).settings, address.locale).siteName
    : c.get("info").seo.siteName;
  const card = await readCard(deps, address, siteName).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  if (!card) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  if (card.version !== address.version) {
    c.header("Cache-Control", REDIRECT_AGE);
    return c.redirect(cardPath({ ...address, version: card.version }), 302);
  }
  const isSvg = address.form === "poster";
  const headers = {
    ...CARD_HEADERS,
    // Photographs would be too large as PNG for messengers.
    "Content-Type": isSvg
      ? "image/svg+xml; charset=utf-8"
      : card.photo
        ? "image/jpeg"
        : "image/png",
  };
  const folder = storeFolder(address);
  const key = folder + address.version;
  const kept = await deps.media.get(key);
  if (kept) return c.body(kept.body, 200, { ...headers, "Content-Type": kept.contentType });
  const { facts, foot } = card;
  const picture =
    (card.photo && (await photoOf(deps, card.photo, cardPictureRatio(address.form)))) ??
    (await card.draw(address.form, deps.shipped));
  const bytes = await deps.pictures.drawCard({
    facts,
    form: address.form,
    picture,
    foot,
    hasPhoto: card.photo !== null,
  });
  deps.later(
    keep(c, folder, key, bytes, headers["Content-Type"]).catch((error: unknown) =>
      log("warn", "card.not-kept", describeError(error)),
    ),
  );
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, headers);
};

/** The organizer's picture; null where it is missing or cannot be drawn. */
const photoOf = (...asked: Parameters<typeof drawPhoto>): Promise<string | null> =>
  drawPhoto(...asked).catch((error: unknown) => {
    log("warn", "card.no-photo", describeError(error));
    return null;
  });

/** Stores a card in the place of its earlier versions. */
async function keep(
  c: Context<AppEnv>,
  folder: string,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const { media } = c.get("info").deps;
  const earlier = await media.list(folder);
  await media.put(key, bytes, contentType);
  await media.delete(earlier.filter((one) => one !== key));
}
