import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { TokenExchange } from "../../../app/modules/identity/schema";
import { findSignedIn, readSecretCookie } from "../../../app/modules/identity/sessions.server";
import { signOut } from "../../../app/modules/identity/sign-out.server";
import {
  exchangeToken,
  issueSessionToken,
} from "../../../app/modules/identity/tokens/exchange-token.server";
import { UserJson } from "../../../app/modules/identity/users/queries.server";
import { apiCallerOf } from "../../caller";
import type { AppEnv } from "../../context";
import { ID_TOKEN_EXAMPLE, USER_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

export const auth = new Hono<AppEnv>();

export const IdTokenJson = v.pipe(
  v.object({ idToken: v.string(), expiresIn: v.number() }),
  v.metadata({ ref: "IdToken" }),
);
const LoginJson = v.pipe(
  v.object({ access_token: v.string(), user: UserJson }),
  v.metadata({ ref: "Login" }),
);

resource(auth, "/login", {
  POST: operation({
    operationId: "login",
    budget: ["auth", "write"],
    tag: "identity",
    body: {
      name: "TokenExchange",
      schema: TokenExchange,
      example: { firebaseToken: ID_TOKEN_EXAMPLE.idToken },
    },
    answer: {
      schema: LoginJson,
      example: { access_token: "eyJhbGciOiJFUzI1NiJ9…", user: USER_EXAMPLE },
    },
    failures: [401, 403],
    run: async ({ c, deps, body }) => {
      const { firebaseToken } = body;
      return exchangeToken(deps, firebaseToken, apiCallerOf(c));
    },
  }),
});

/**
 * The one address of the API that takes the cookie, and only from our own pages (decisions.md §5).
 */
resource(auth, "/session-token", {
  POST: operation({
    operationId: "createSessionToken",
    budget: ["reads", "write"],
    tag: "identity",
    answer: { schema: IdTokenJson, example: ID_TOKEN_EXAMPLE },
    failures: [401, 403],
    run: async ({ c, deps, origin }) => {
      const from = c.req.header("Origin");
      if (from !== origin && from !== new URL(c.req.url).origin) throw new AppError("forbidden");
      const signedIn = await findSignedIn(deps, readSecretCookie("session", c.req.raw));
      if (!signedIn) throw new AppError("unauthorized");
      return issueSessionToken(deps, signedIn.id, signedIn.sessionId);
    },
  }),
});

resource(auth, "/logout", {
  POST: operation({
    operationId: "logout",
    budget: ["reads", "write"],
    tag: "identity",
    needs: "account:manage",
    answer: { status: 204 },
    run: async ({ deps, actor }) => {
      if (actor) await signOut(deps, actor);
    },
  }),
});
