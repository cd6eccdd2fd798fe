import * as v from "valibot";

/** Text in both languages (decisions.md §12). */
export const LocalizedTextJson = v.pipe(
  v.object({ en: v.string(), fa: v.nullable(v.string()) }),
  v.metadata({ ref: "LocalizedText" }),
);

/** The same where even the English may be missing. */
export const OptionalTextJson = v.pipe(
  v.object({ en: v.nullable(v.string()), fa: v.nullable(v.string()) }),
  v.metadata({ ref: "OptionalText" }),
);
