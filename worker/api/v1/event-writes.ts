import type { Context, Handler, Hono } from "hono";
import * as v from "valibot";
import { clientAddress } from "../../../app/lib/http/client-address";
import type { Permission } from "../../../app/lib/permissions";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import { changePlan, undoPlan } from "../../../app/modules/authoring/change-plan.server";
import { createDraft, deleteEvent } from "../../../app/modules/authoring/draft-commands.server";
import { getOwnEvent } from "../../../app/modules/authoring/find-own-event.server";
import { listDrafts } from "../../../app/modules/authoring/list-own-events.server";
import { ownEventJson } from "../../../app/modules/authoring/own-event-json.server";
import { planOfInput } from "../../../app/modules/authoring/plan-of-input.server";
import { saveEvent } from "../../../app/modules/authoring/save-event.server";
import {
  EventInput,
  FlagInput,
  LifecycleInput,
  OwnEventJson,
  Rejection,
} from "../../../app/modules/authoring/schema";
import { submitEvent, withdrawEvent } from "../../../app/modules/authoring/submit-event.server";
import { flagEvent } from "../../../app/modules/review/moderation/flag-event.server";
import {
  approveEvent,
  rejectEvent,
} from "../../../app/modules/review/moderation/moderate-event.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { actorOf } from "./actor-of";
import { describe } from "./describe";
import {
  EVENT_INPUT_EXAMPLE,
  FLAG_EXAMPLE,
  LIFECYCLE_EXAMPLE,
  OWN_EVENT_EXAMPLE,
  REJECTION_EXAMPLE,
} from "./examples";
import { idempotent } from "./idempotent";
import { whileVersion } from "./if-match";
import { readBody } from "./read-body";
import { type Chain, resource } from "./resource";

export const EventPath = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** An answer with an event of its creator. */
const own = { schema: OwnEventJson, example: OWN_EVENT_EXAMPLE };
export const idOf = (c: Context<AppEnv>): string => (c.req.param("id") ?? "").toLowerCase();

/** The event as its creator or staff have it now. */
async function answerOwn(
  c: Context<AppEnv>,
  id: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, origin, signedIn } = c.var.info;
  return c.json(ownEventJson(await getOwnEvent(deps, signedIn, id), origin), status);
}

type OwnDescription = Pick<
  Parameters<typeof describe>[0],
  "operationId" | "body" | "ifMatch" | "isIdempotent" | "failures"
> & {
  needs: Permission;
};

/**
 * The chain of an operation on one event: checks the permission, runs `change`, and answers with
 * the event.
 */
export function ownOperation(
  { failures = [404, 409], ...description }: OwnDescription,
  change: (c: Context<AppEnv>) => Promise<unknown>,
): Chain {
  return [
    budgeted("reads", "write"),
    needs(description.needs),
    ...(description.isIdempotent ? [idempotent] : []),
    describe({ ...description, tag: "events", path: EventPath, answer: own, failures }),
    async (c) => {
      await change(c);
      return answerOwn(c, idOf(c));
    },
  ];
}

/** POST /events */
export const createEvent = [
  needs("event:create"),
  idempotent,
  describe({
    operationId: "createEvent",
    tag: "events",
    needs: "event:create",
    isIdempotent: true,
    body: { name: "EventInput", schema: EventInput, example: EVENT_INPUT_EXAMPLE },
    answer: { status: 201, ...own },
  }),
  (async (c) => {
    const id = await createDraft(
      c.var.info.deps,
      actorOf(c),
      await readBody(c, EventInput),
      c.var.subjectId,
    );
    c.header("Location", `/api/v1/events/${id}`);
    return answerOwn(c, id, 201);
  }) satisfies Handler<AppEnv>,
] as const;

/** PUT /events/{id} */
export const updateEvent = [
  needs("event:create"),
  describe({
    operationId: "updateEvent",
    tag: "events",
    needs: "event:create",
    path: EventPath,
    body: { name: "EventInput", schema: EventInput, example: EVENT_INPUT_EXAMPLE },
    ifMatch: "version",
    answer: own,
    failures: [404, 409],
  }),
  (async (c) => {
    const { deps } = c.var.info;
    const input = await readBody(c, EventInput);
    await whileVersion(c, (expectedVersion) =>
      saveEvent(deps, actorOf(c), idOf(c), input, expectedVersion),
    );
    return answerOwn(c, idOf(c));
  }) satisfies Handler<AppEnv>,
] as const;

/** DELETE /events/{id} */
export const removeEvent = [
  needs("event:create"),
  describe({
    operationId: "deleteEvent",
    tag: "events",
    needs: "event:create",
    path: EventPath,
    answer: { status: 204 },
    failures: [404, 409],
  }),
  (async (c) => {
    await deleteEvent(c.var.info.deps, actorOf(c), idOf(c));
    return c.body(null, 204);
  }) satisfies Handler<AppEnv>,
] as const;

/**
 * Adds the operations on events other than reading and writing (product.md §7, decisions.md §12).
 */
export function addEventActions(events: Hono<AppEnv>): void {
  resource(events, "/user/drafts", {
    GET: [
      budgeted("reads", "list"),
      needs("event:create"),
      describe({
        operationId: "listDrafts",
        tag: "events",
        needs: "event:create",
        answer: {
          schema: listJson("OwnEventList", OwnEventJson),
          example: { items: [OWN_EVENT_EXAMPLE], nextCursor: null, hasMore: false },
        },
      }),
      async (c) => {
        const { deps, origin } = c.var.info;
        const drafts = await listDrafts(deps, actorOf(c));
        return c.json(wholeList(drafts.map((draft) => ownEventJson(draft, origin))));
      },
    ],
  });

  resource(events, "/:id/submit", {
    POST: ownOperation(
      {
        operationId: "submitEvent",
        needs: "event:submit",
        isIdempotent: true,
        failures: [404, 409, 422],
      },
      (c) => submitEvent(c.var.info.deps, actorOf(c), idOf(c)),
    ),
  });

  resource(events, "/:id/withdraw", {
    POST: ownOperation({ operationId: "withdrawEvent", needs: "event:create" }, (c) =>
      withdrawEvent(c.var.info.deps, actorOf(c), idOf(c)),
    ),
  });

  resource(events, "/:id/lifecycle", {
    POST: ownOperation(
      {
        operationId: "changeLifecycle",
        needs: "event:create",
        body: { name: "LifecycleInput", schema: LifecycleInput, example: LIFECYCLE_EXAMPLE },
        failures: [404, 409, 422],
      },
      async (c) => {
        const { deps } = c.var.info;
        const input = await readBody(c, LifecycleInput);
        await changePlan(
          deps,
          actorOf(c),
          idOf(c),
          await planOfInput(deps, actorOf(c), idOf(c), input),
        );
      },
    ),
    DELETE: ownOperation({ operationId: "undoLifecycle", needs: "event:create" }, (c) =>
      undoPlan(c.var.info.deps, actorOf(c), idOf(c)),
    ),
  });

  resource(events, "/:id/flags", {
    POST: [
      budgeted("reads", "write"),
      needs("event:flag"),
      idempotent,
      describe({
        operationId: "flagEvent",
        tag: "events",
        needs: "event:flag",
        isIdempotent: true,
        path: EventPath,
        body: { name: "FlagInput", schema: FlagInput, example: FLAG_EXAMPLE },
        answer: { status: 204 },
        failures: [404, 409],
      }),
      async (c) => {
        await flagEvent(
          c.var.info.deps,
          actorOf(c),
          idOf(c),
          await readBody(c, FlagInput),
          clientAddress(c.req.raw),
        );
        return c.body(null, 204);
      },
    ],
  });

  resource(events, "/admin/:id/approve", {
    POST: ownOperation(
      { operationId: "approveEvent", needs: "event:moderate", ifMatch: "version" },
      (c) =>
        whileVersion(c, (expectedVersion) =>
          approveEvent(c.var.info.deps, actorOf(c), idOf(c), expectedVersion),
        ),
    ),
  });

  resource(events, "/admin/:id/reject", {
    POST: ownOperation(
      {
        operationId: "rejectEvent",
        needs: "event:moderate",
        body: { name: "Rejection", schema: Rejection, example: REJECTION_EXAMPLE },
        ifMatch: "version",
      },
      async (c) => {
        const { reason } = await readBody(c, Rejection);
        await whileVersion(c, (expectedVersion) =>
          rejectEvent(c.var.info.deps, actorOf(c), idOf(c), reason, expectedVersion),
        );
      },
    ),
  });
}
