import { Hono } from "hono";
import * as v from "valibot";
import { badgeCounts } from "../../../app/modules/administration/badge-counts.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { BADGE_COUNTS_EXAMPLE } from "./examples";
import { resource } from "./resource";

/** Endpoints for staff (decisions.md §12). */
export const admin = new Hono<AppEnv>();

const BadgeCountsJson = v.pipe(
  v.object({ pendingEvents: v.number(), flaggedEvents: v.number(), pendingCandidates: v.number(), deadMails: v.number() }),
  v.metadata({ ref: "BadgeCounts" }),
);

resource(admin, "/badge-counts", {
  GET: [
    needs("admin:enter"),
    describe({
      operationId: "getBadgeCounts",
      tag: "administration",
      needs: "admin:enter",
      answer: { schema: BadgeCountsJson, example: BADGE_COUNTS_EXAMPLE },
    }),
    async (c) => c.json(await badgeCounts(c.var.info.deps, c.var.info.signedIn)),
  ],
});
