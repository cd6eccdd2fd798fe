import { gancio } from "./kinds/gancio.server";
import { ical } from "./kinds/ical.server";
import { jsonLd } from "./kinds/json-ld.server";
import { mobilizon } from "./kinds/mobilizon.server";
import { model } from "./kinds/model.server";
import { rooydad } from "./kinds/rooydad.server";
import { rss } from "./kinds/rss.server";
import { telegram } from "./kinds/telegram.server";
import type { SourceReaders } from "./source-item";

export const SOURCE_READERS: SourceReaders = {
  ical,
  rss,
  "json-ld": jsonLd,
  telegram,
  rooydad,
  gancio,
  mobilizon,
  model,
};
