import type { Hono } from "hono";
import { confirmTranslation } from "../../../app/modules/authoring/confirm-translation.server";
import { handOver, takeBack } from "../../../app/modules/authoring/hand-over.server";
import { ConfirmationInput, LanguageInput } from "../../../app/modules/authoring/schema";
import { draftLanguage } from "../../../app/modules/intake/drafting/draft-language.server";
import type { AppEnv } from "../../context";
import { actorOf } from "./actor-of";
import { idOf, ownOperation } from "./event-writes";
import { readBody } from "./read-body";
import { resource } from "./resource";

const LANGUAGE = {
  name: "LanguageInput",
  schema: LanguageInput,
  example: { language: "en" as const },
};
const CONFIRMATION = {
  name: "ConfirmationInput",
  schema: ConfirmationInput,
  example: { fields: ["title.en"] },
};

/** Adds the operations on the languages of an event (docs/decisions/languages.md). */
export function addEventLanguages(events: Hono<AppEnv>): void {
  resource(events, "/:id/translations", {
    POST: ownOperation(
      { operationId: "translateDraft", needs: "event:create", body: LANGUAGE },
      async (c) =>
        draftLanguage(
          c.var.info.deps,
          actorOf(c),
          idOf(c),
          (await readBody(c, LanguageInput)).language,
        ),
    ),
  });

  resource(events, "/:id/translations/confirm", {
    POST: ownOperation(
      { operationId: "confirmTranslation", needs: "event:create", body: CONFIRMATION },
      async (c) =>
        confirmTranslation(
          c.var.info.deps,
          actorOf(c),
          idOf(c),
          (await readBody(c, ConfirmationInput)).fields,
        ),
    ),
  });

  resource(events, "/:id/hand-over", {
    POST: ownOperation(
      { operationId: "handOverDraft", needs: "event:submit", body: LANGUAGE },
      async (c) =>
        handOver(c.var.info.deps, actorOf(c), idOf(c), (await readBody(c, LanguageInput)).language),
    ),
    DELETE: ownOperation({ operationId: "takeBackDraft", needs: "event:create" }, (c) =>
      takeBack(c.var.info.deps, actorOf(c), idOf(c)),
    ),
  });
}
