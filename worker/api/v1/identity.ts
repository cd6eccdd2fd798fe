import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { SignIn, SignUp } from "../../../app/modules/identity/schema";
import { signUp } from "../../../app/modules/identity/sign-in/sign-up.server";
import { issueIdToken } from "../../../app/modules/identity/tokens/exchange-token.server";
import { settingsOf } from "../../../app/modules/settings/platform-settings.server";
import { apiCallerOf } from "../../caller";
import type { AppEnv } from "../../context";
import { IdTokenJson } from "./auth";
import { ID_TOKEN_EXAMPLE, SIGN_IN_EXAMPLE, SIGN_UP_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

export const identity = new Hono<AppEnv>();

const AcceptedJson = v.pipe(
  v.object({ verificationSent: v.literal(true) }),
  v.metadata({ ref: "SignUpAccepted" }),
);

/** Before the body is read: a closed door answers the same to everything. */
const needsRegistration = createMiddleware<AppEnv>(async (c, next) => {
  if (!(await settingsOf(c.var.info.deps)).features.enableUserRegistration)
    throw new AppError("forbidden");
  await next();
});

resource(identity, "/sign-up", {
  POST: operation({
    operationId: "signUp",
    budget: ["auth", "write"],
    tag: "identity",
    body: { name: "SignUp", schema: SignUp, example: SIGN_UP_EXAMPLE },
    answer: { status: 202, schema: AcceptedJson, example: { verificationSent: true } },
    failures: [403],
    idempotent: true,
    before: [needsRegistration],
    run: async ({ c, deps, body }) => {
      await signUp(deps, body, apiCallerOf(c));
      return { verificationSent: true };
    },
  }),
});

resource(identity, "/sign-in", {
  POST: operation({
    operationId: "signIn",
    budget: ["auth", "write"],
    tag: "identity",
    body: { name: "SignIn", schema: SignIn, example: SIGN_IN_EXAMPLE },
    answer: { schema: IdTokenJson, example: ID_TOKEN_EXAMPLE },
    failures: [401, 403],
    run: ({ c, deps, body }) => issueIdToken(deps, body, apiCallerOf(c)),
  }),
});
