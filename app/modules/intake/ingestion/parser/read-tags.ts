import { cleanValue } from "./clean-value";

/** Same limits as for events (app/modules/authoring/schema.ts). */
const TAGS_MAX = 10;
const TAG_MAX = 40;
const INSPECTED_MAX = 60;

/** Tags of a list, or of texts separated by commas or hash signs, without duplicates. */
export function readTags(texts: readonly string[]): string[] {
  const parts = texts.slice(0, INSPECTED_MAX).flatMap(split);
  const tags = new Map<string, string>();
  for (const part of parts.slice(0, INSPECTED_MAX)) {
    const tag = cleanValue(part, TAG_MAX * 2, true)
      .text.replace(/^[#\s]+/, "")
      .replace(/_/g, " ")
      .trim();
    if (tag !== "" && [...tag].length <= TAG_MAX && !tags.has(tag.toLowerCase()))
      tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, TAGS_MAX);
}

function split(text: string): string[] {
  const inspected = text.slice(0, 1_000);
  return inspected.split(/[,،;؛|\n]|(?<!\s)\s+(?=#)/);
}
