import { type CardAddress, cardPath } from "../../../lib/drawing/card-address";
import type { PageHeadData } from "../../../lib/pages/views";
import type { SocialCard } from "./card-facts.server";

/** The card as the picture of a page's head. */
export function cardHead(
  origin: string,
  { of, id }: Pick<CardAddress, "of" | "id">,
  { facts, version }: SocialCard,
): Pick<PageHeadData, "image" | "imageFacts"> {
  const { locale, title, tile, when, where } = facts;
  const day = tile?.slice(0, 3).join(" ");
  return {
    image: origin + cardPath({ of, id, version, locale, form: "card" }),
    imageFacts: {
      width: 1200,
      height: 630,
      alt: [title, day, when, where].filter(Boolean).join(" · "),
    },
  };
}
