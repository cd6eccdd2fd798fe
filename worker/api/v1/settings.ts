import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { UX_GROUP_NAMES, UX_GROUPS, type UxSettings } from "../../../app/lib/pages/ux";
import {
  changeSettings,
  settingsGroup,
} from "../../../app/modules/settings/platform-settings.server";
import {
  DEFAULT_SETTINGS,
  SETTINGS_GROUPS,
  type SettingsGroup,
  UxValues,
} from "../../../app/modules/settings/schema";
import {
  changeUx,
  type UxChanges,
  uxSettings,
} from "../../../app/modules/settings/ux-settings.server";
import type { AppEnv } from "../../context";
import { CHANGER_EXAMPLE, UX_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

export const platformSettingsApi = new Hono<AppEnv>();
export const uxSettingsApi = new Hono<AppEnv>();

const Changer = v.pipe(
  v.object({ id: v.string(), displayName: v.string() }),
  v.metadata({ ref: "Changer" }),
);
const STAMP = { updatedAt: v.nullable(v.string()), updatedBy: v.nullable(Changer) };

const AnyValues = v.record(v.string(), v.unknown());
const Stamp = v.optional(v.nullable(v.string()));
/** Changed values, each by its name or within `values`, as GET gives them. */
const SettingsChanges = v.objectWithRest(
  { updatedAt: v.optional(v.unknown()), values: v.optional(AnyValues) },
  v.unknown(),
);
const SettingsGroupJson = v.pipe(
  v.object({ values: AnyValues, defaults: AnyValues, ...STAMP }),
  v.metadata({ ref: "PlatformSettingsGroup" }),
);
const GroupPath = v.object({ group: v.picklist(SETTINGS_GROUPS) });
const GROUP_EXAMPLE = {
  values: { ...DEFAULT_SETTINGS.moderation, minReportsForAutoFlag: 5 },
  defaults: DEFAULT_SETTINGS.moderation,
  updatedAt: "2026-11-20T09:30:00.000Z",
  updatedBy: CHANGER_EXAMPLE,
};

const UX_GROUP_ENTRIES = Object.fromEntries(
  UX_GROUP_NAMES.map((group) => [
    group,
    v.optional(
      v.strictObject(
        Object.fromEntries(UX_GROUPS[group].map((name) => [name, v.optional(v.boolean())])),
      ),
    ),
  ]),
);
const UxChangesInput = v.strictObject({
  updatedAt: Stamp,
  values: v.optional(v.strictObject(UX_GROUP_ENTRIES)),
  ...UX_GROUP_ENTRIES,
});
const UxSettingsJson = v.pipe(
  v.object({ values: UxValues, defaults: UxValues, ...STAMP }),
  v.metadata({ ref: "UxSettings" }),
);

interface Stamped {
  values: object;
  defaults: object;
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const stampedJson = ({ values, defaults, updatedAt, updatedBy }: Stamped) => ({
  values,
  defaults,
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  updatedBy,
});

/** The group of the path. @throws AppError("not-found") */
function groupIn(c: Context<AppEnv>): SettingsGroup {
  const group = SETTINGS_GROUPS.find((name) => name === c.req.param("group"));
  if (!group) throw new AppError("not-found");
  return group;
}

/**
 * The client's expected time of the last change: `If-Match` precedes the body; undefined for none.
 */
const SeenAt = v.nullable(
  v.pipe(v.string("errors:issue.value"), v.isoTimestamp("errors:issue.value")),
);

/** The changes of a body and its `updatedAt`. @throws AppError("invalid") when that is malformed */
function changesIn({ updatedAt, values, ...named }: { updatedAt?: unknown; values?: object }) {
  const changes = { ...values, ...named };
  if (updatedAt === undefined) return { changes, seen: undefined };
  const stamp = v.safeParse(SeenAt, updatedAt);
  if (!stamp.success)
    throw new AppError("invalid", [{ path: "updatedAt", message: "errors:issue.value" }]);
  return { changes, seen: stamp.output === null ? null : Date.parse(stamp.output) };
}

const answerGroup = async (c: Context<AppEnv>) =>
  stampedJson(await settingsGroup(c.var.info.deps, c.var.info.signedIn, groupIn(c)));

resource(platformSettingsApi, "/:group", {
  GET: operation({
    operationId: "getPlatformSettings",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "platform-settings:manage",
    path: GroupPath,
    answer: { schema: SettingsGroupJson, example: GROUP_EXAMPLE },
    failures: [404],
    run: ({ c }) => answerGroup(c),
  }),
  PUT: operation({
    operationId: "changePlatformSettings",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "platform-settings:manage",
    path: GroupPath,
    ifMatch: "updatedAt",
    body: {
      name: "PlatformSettingsChanges",
      schema: SettingsChanges,
      example: { minReportsForAutoFlag: 5, updatedAt: "2026-11-20T09:30:00.000Z" },
    },
    answer: { schema: SettingsGroupJson, example: GROUP_EXAMPLE },
    failures: [404],
    run: async ({ c, deps, actor, body, expectedUpdatedAt }) => {
      const { changes, seen } = changesIn(body);
      const wanted = changes as Partial<(typeof DEFAULT_SETTINGS)[SettingsGroup]>;
      await changeSettings(
        deps,
        groupIn(c),
        wanted,
        actor,
        expectedUpdatedAt ? expectedUpdatedAt.at : seen,
      );
      return answerGroup(c);
    },
  }),
});

const STAMPED_UX: { values: UxSettings; defaults: UxSettings } & Record<string, unknown> = {
  ...UX_EXAMPLE,
  updatedAt: "2026-11-20T09:30:00.000Z",
  updatedBy: CHANGER_EXAMPLE,
};

const answerUx = async (c: Context<AppEnv>) =>
  stampedJson(await uxSettings(c.var.info.deps, c.var.info.signedIn));

resource(uxSettingsApi, "/", {
  GET: operation({
    operationId: "getUxSettings",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "ux-settings:read",
    answer: { schema: UxSettingsJson, example: STAMPED_UX },
    run: ({ c }) => answerUx(c),
  }),
  PUT: operation({
    operationId: "changeUxSettings",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "ux-settings:manage",
    ifMatch: "updatedAt",
    body: {
      name: "UxSettingsChanges",
      schema: UxChangesInput,
      example: { delightful: { confetti: false }, updatedAt: "2026-11-20T09:30:00.000Z" },
    },
    answer: { schema: UxSettingsJson, example: STAMPED_UX },
    run: async ({ c, deps, actor, body, expectedUpdatedAt }) => {
      const { changes, seen } = changesIn(body);
      await changeUx(
        deps,
        changes as UxChanges,
        actor,
        expectedUpdatedAt ? expectedUpdatedAt.at : seen,
      );
      return answerUx(c);
    },
  }),
});
