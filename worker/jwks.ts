import type { Handler } from "hono";
import { publicKeys } from "../app/modules/identity/tokens/signing-keys.server";
import type { AppEnv } from "./context";

/** GET /.well-known/jwks.json: the keys that verify the tokens we sign (RFC 7517). */
export const jwks: Handler<AppEnv> = async (c) =>
  c.json(await publicKeys(c.get("info").deps), 200, { "Cache-Control": "public, max-age=300" });
