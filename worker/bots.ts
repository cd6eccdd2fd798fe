import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { AppError } from "../app/lib/errors";
import { readBodyText } from "../app/lib/http/byte-streams";
import { answerAnnouncement } from "../app/modules/intake/drafting/answer-announcement.server";
import { answerUpdate, isBotHook } from "../app/modules/messengers/answer-update.server";
import { settingsOf } from "../app/modules/settings/platform-settings.server";
import { MESSENGERS } from "../db/schema";
import { answerError, methodNotAllowed } from "./api/v1/errors";
import type { AppEnv } from "./context";
import { budgeted } from "./middleware/budgeted";

const MAX_BODY = 64 * 1024;
/** Seconds after which a messenger may come back while the product is closed. */
const CLOSED_RETRY = 300;
const Service = v.picklist(MESSENGERS);

/**
 * Webhook of the bots of messengers (docs/decisions/messengers.md). The address is a secret;
 * Telegram's requests carry another one. Requests without them use up the budget of their network.
 */
export const bots = new Hono<AppEnv>();

/** Learns whose update it is, before it is counted. */
const knownBot = createMiddleware<AppEnv>(async (c, next) => {
  const { deps } = c.var.info;
  const { service, key = "" } = c.req.param() as Partial<Record<string, string>>;
  const { features } = await settingsOf(deps);
  const known =
    v.is(Service, service) && features.enableMessengers
      ? await isBotHook(deps, service, key, c.req.header("X-Telegram-Bot-Api-Secret-Token"))
      : "unknown";
  if (v.is(Service, service) && known === "right") c.set("bot", service);
  else c.set("botRefusal", known === "wrong" ? "forbidden" : "not-found");
  await next();
});

bots.post("/:service/:key", knownBot, budgeted("bot", "write"), async (c) => {
  const { deps, isClosed } = c.var.info;
  const service = c.get("bot");
  if (!service) throw new AppError(c.get("botRefusal") ?? "not-found");
  if (isClosed) throw new AppError("unavailable", [], CLOSED_RETRY);
  let update: unknown = null;
  try {
    update = JSON.parse(await readBodyText(c.req.raw, MAX_BODY));
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
  return c.json((await answerUpdate(deps, service, update, {}, answerAnnouncement)) ?? {}, 200, {
    "Cache-Control": "no-store",
  });
});
bots.all("/:service/:key", budgeted("reads", "constant"), methodNotAllowed("POST"));
bots.onError(answerError);
