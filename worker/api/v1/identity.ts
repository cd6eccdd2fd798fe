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
import { budgeted } from "../../middleware/budgeted";
import { IdTokenJson } from "./auth";
import { describe } from "./describe";
import { ID_TOKEN_EXAMPLE, SIGN_IN_EXAMPLE, SIGN_UP_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { readBody } from "./read-body";
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
  POST: [
    budgeted("auth", "write"),
    describe({
      operationId: "signUp",
      tag: "identity",
      isIdempotent: true,
      body: { name: "SignUp", schema: SignUp, example: SIGN_UP_EXAMPLE },
      answer: { status: 202, schema: AcceptedJson, example: { verificationSent: true } },
      failures: [403],
    }),
    needsRegistration,
    idempotent,
    async (c) => {
      await signUp(c.var.info.deps, await readBody(c, SignUp), apiCallerOf(c));
      return c.json({ verificationSent: true }, 202);
    },
  ],
});

resource(identity, "/sign-in", {
  POST: [
    budgeted("auth", "write"),
    describe({
      operationId: "signIn",
      tag: "identity",
      body: { name: "SignIn", schema: SignIn, example: SIGN_IN_EXAMPLE },
      answer: { schema: IdTokenJson, example: ID_TOKEN_EXAMPLE },
      failures: [401, 403],
    }),
    async (c) => {
      const { deps } = c.var.info;
      return c.json(await issueIdToken(deps, await readBody(c, SignIn), apiCallerOf(c)));
    },
  ],
});
