import type { Hono } from "hono";
import * as v from "valibot";
import type { Deps } from "../../../app/lib/deps";
import { clientAddress } from "../../../app/lib/http/client-address";
import type { SignedIn } from "../../../app/lib/http/request-context";
import type { Permission } from "../../../app/lib/permissions";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import { changePlan, undoPlan } from "../../../app/modules/authoring/change-plan.server";
import { createDraft, deleteEvent } from "../../../app/modules/authoring/draft-commands.server";
import { getOwnEvent } from "../../../app/modules/authoring/find-own-event.server";
import { listDrafts, ownEventJson } from "../../../app/modules/authoring/list-own-events.server";
import { planOfInput } from "../../../app/modules/authoring/read-plan.server";
import { saveEvent } from "../../../app/modules/authoring/save-event.server";
import { EventInput, LifecycleInput, OwnEventJson } from "../../../app/modules/authoring/schema";
import { submitEvent, withdrawEvent } from "../../../app/modules/authoring/submit-event.server";
import { Rejection } from "../../../app/modules/events/decision.server";
import { FlagInput, flagEvent } from "../../../app/modules/review/moderation/flag-event.server";
import {
  approveEvent,
  rejectEvent,
} from "../../../app/modules/review/moderation/moderate-event.server";
import type { AppEnv } from "../../context";
import {
  EVENT_INPUT_EXAMPLE,
  FLAG_EXAMPLE,
  LIFECYCLE_EXAMPLE,
  OWN_EVENT_EXAMPLE,
  REJECTION_EXAMPLE,
} from "./event-examples";
import { type ApiOperation, operation, PathId } from "./operation";
import { type Chain, resource } from "./resource";

export const EventPath = v.object({ id: PathId });

/** An answer with an event of its creator. */
const own = { schema: OwnEventJson, example: OWN_EVENT_EXAMPLE };

/** The event as its creator or staff have it now. */
const answerOwn = async (
  { deps, origin, actor }: { deps: Deps; origin: string; actor: SignedIn },
  id: string,
) => ownEventJson(await getOwnEvent(deps, actor, id), origin);

/** An operation that changes one event and answers with it. */
export function ownOperation<B extends v.GenericSchema, N extends Permission>({
  failures = [404, 409],
  run,
  ...declared
}: Pick<
  ApiOperation<typeof EventPath, B, N>,
  "operationId" | "body" | "ifMatch" | "idempotent" | "failures" | "run"
> & { needs: N }): Chain {
  return operation<typeof EventPath, B, N>({
    ...declared,
    budget: ["reads", "write"],
    tag: "events",
    path: EventPath,
    answer: own,
    failures,
    run: async (call) => {
      await run(call);
      const { deps, origin, params } = call;
      return answerOwn({ deps, origin, actor: call.actor as SignedIn }, params.id);
    },
  });
}

/** POST /events */
export const createEvent = operation({
  operationId: "createEvent",
  budget: ["reads", "write"],
  tag: "events",
  needs: "event:create",
  body: { name: "EventInput", schema: EventInput, example: EVENT_INPUT_EXAMPLE },
  answer: { status: 201, ...own },
  idempotent: true,
  run: async ({ c, deps, origin, actor, body }) => {
    const id = await createDraft(deps, actor, body, c.var.subjectId);
    c.header("Location", `/api/v1/events/${id}`);
    return answerOwn({ deps, origin, actor }, id);
  },
});

const updating = {
  budget: ["reads", "write"],
  tag: "events",
  needs: "event:create",
  path: EventPath,
  ifMatch: "version",
  answer: own,
  failures: [404, 409],
  run: async ({ deps, origin, actor, params: { id }, body, expectedVersion }) => {
    await saveEvent(deps, actor, id, body, expectedVersion);
    return answerOwn({ deps, origin, actor }, id);
  },
} as const satisfies Partial<ApiOperation<typeof EventPath, typeof EventInput, "event:create">>;

/** PUT /events/{id} */
export const updateEvent = operation({
  ...updating,
  operationId: "updateEvent",
  body: { name: "EventInput", schema: EventInput, example: EVENT_INPUT_EXAMPLE },
});

/** PATCH /events/{id} */
export const patchEvent = operation({
  ...updating,
  operationId: "patchEvent",
  body: { name: "EventInput", schema: EventInput, example: { price: 5_000_000 } },
  patches: ({ deps, origin, actor, params }) => answerOwn({ deps, origin, actor }, params.id),
});

/** DELETE /events/{id} */
export const removeEvent = operation({
  operationId: "deleteEvent",
  budget: ["reads", "write"],
  tag: "events",
  needs: "event:create",
  path: EventPath,
  ifMatch: "answer",
  answer: { status: 204 },
  failures: [404, 409],
  run: ({ deps, actor, params }) => deleteEvent(deps, actor, params.id),
});

/**
 * Adds the operations on events other than reading and writing (product.md §7, decisions.md §12).
 */
export function addEventActions(events: Hono<AppEnv>): void {
  resource(events, "/user/drafts", {
    GET: operation({
      operationId: "listDrafts",
      budget: ["reads", "list"],
      tag: "events",
      needs: "event:create",
      answer: {
        schema: listJson("OwnEventList", OwnEventJson),
        example: { items: [OWN_EVENT_EXAMPLE], nextCursor: null, hasMore: false },
      },
      run: async ({ deps, origin, actor }) => {
        const drafts = await listDrafts(deps, actor);
        return wholeList(drafts.map((draft) => ownEventJson(draft, origin)));
      },
    }),
  });

  resource(events, "/:id/submit", {
    POST: ownOperation({
      operationId: "submitEvent",
      needs: "event:submit",
      idempotent: true,
      failures: [404, 409, 422],
      run: ({ deps, actor, params }) => submitEvent(deps, actor, params.id),
    }),
  });

  resource(events, "/:id/withdraw", {
    POST: ownOperation({
      operationId: "withdrawEvent",
      needs: "event:create",
      run: ({ deps, actor, params }) => withdrawEvent(deps, actor, params.id),
    }),
  });

  resource(events, "/:id/lifecycle", {
    POST: ownOperation({
      operationId: "changeLifecycle",
      needs: "event:create",
      body: { name: "LifecycleInput", schema: LifecycleInput, example: LIFECYCLE_EXAMPLE },
      failures: [404, 409, 422],
      run: async ({ deps, actor, params: { id }, body }) =>
        changePlan(deps, actor, id, await planOfInput(deps, actor, id, body)),
    }),
    DELETE: ownOperation({
      operationId: "undoLifecycle",
      needs: "event:create",
      run: ({ deps, actor, params }) => undoPlan(deps, actor, params.id),
    }),
  });

  resource(events, "/:id/flags", {
    POST: operation({
      operationId: "flagEvent",
      budget: ["reads", "write"],
      tag: "events",
      needs: "event:flag",
      path: EventPath,
      body: { name: "FlagInput", schema: FlagInput, example: FLAG_EXAMPLE },
      answer: { status: 204 },
      failures: [404, 409],
      idempotent: true,
      run: ({ c, deps, actor, params, body }) =>
        flagEvent(deps, actor, params.id, body, clientAddress(c.req.raw)),
    }),
  });

  resource(events, "/admin/:id/approve", {
    POST: ownOperation({
      operationId: "approveEvent",
      needs: "event:moderate",
      ifMatch: "version",
      run: ({ deps, actor, params, expectedVersion }) =>
        approveEvent(deps, actor, params.id, expectedVersion),
    }),
  });

  resource(events, "/admin/:id/reject", {
    POST: ownOperation({
      operationId: "rejectEvent",
      needs: "event:moderate",
      body: { name: "Rejection", schema: Rejection, example: REJECTION_EXAMPLE },
      ifMatch: "version",
      run: ({ deps, actor, params, body, expectedVersion }) =>
        rejectEvent(deps, actor, params.id, body.reason, expectedVersion),
    }),
  });
}
