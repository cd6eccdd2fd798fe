import type { Context, Hono } from "hono";
import { confirmTranslation } from "../../../app/modules/authoring/confirm-translation.server";
import { handOver, takeBack } from "../../../app/modules/authoring/hand-over.server";
import { ConfirmationInput, LanguageInput } from "../../../app/modules/authoring/schema";
import { draftLanguage } from "../../../app/modules/drafting/draft-language.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { actorOf, answerOwn, EventPath, idOf, own } from "./event-writes";
import { readBody } from "./read-body";
import { resource } from "./resource";

const LANGUAGE = { name: "LanguageInput", schema: LanguageInput, example: { language: "en" as const } };

/** Adds the operations on the languages of an event (docs/decisions/languages.md). */
export function addEventLanguages(events: Hono<AppEnv>): void {
  resource(events, "/:id/translations", {
    POST: [
      needs("event:create"),
      describe({
        operationId: "translateDraft",
        tag: "events",
        needs: "event:create",
        path: EventPath,
        body: LANGUAGE,
        answer: own,
        failures: [404, 409],
      }),
      async (c: Context<AppEnv>) => {
        const { language } = await readBody(c, LanguageInput);
        await draftLanguage(c.var.info.deps, actorOf(c), idOf(c), language);
        return answerOwn(c, idOf(c));
      },
    ],
  });

  resource(events, "/:id/translations/confirm", {
    POST: [
      needs("event:create"),
      describe({
        operationId: "confirmTranslation",
        tag: "events",
        needs: "event:create",
        path: EventPath,
        body: { name: "ConfirmationInput", schema: ConfirmationInput, example: { fields: ["title.en"] } },
        answer: own,
        failures: [404, 409],
      }),
      async (c: Context<AppEnv>) => {
        const { fields } = await readBody(c, ConfirmationInput);
        await confirmTranslation(c.var.info.deps, actorOf(c), idOf(c), fields);
        return answerOwn(c, idOf(c));
      },
    ],
  });

  resource(events, "/:id/hand-over", {
    POST: [
      needs("event:submit"),
      describe({
        operationId: "handOverDraft",
        tag: "events",
        needs: "event:submit",
        path: EventPath,
        body: LANGUAGE,
        answer: own,
        failures: [404, 409],
      }),
      async (c: Context<AppEnv>) => {
        const { language } = await readBody(c, LanguageInput);
        await handOver(c.var.info.deps, actorOf(c), idOf(c), language);
        return answerOwn(c, idOf(c));
      },
    ],
    DELETE: [
      needs("event:create"),
      describe({
        operationId: "takeBackDraft",
        tag: "events",
        needs: "event:create",
        path: EventPath,
        answer: own,
        failures: [404, 409],
      }),
      async (c: Context<AppEnv>) => {
        await takeBack(c.var.info.deps, actorOf(c), idOf(c));
        return answerOwn(c, idOf(c));
      },
    ],
  });
}
