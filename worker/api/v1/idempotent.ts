import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { AppError } from "../../../app/lib/errors";
import { readLimited } from "../../../app/lib/http/byte-streams";
import { clientAddress } from "../../../app/lib/http/client-address";
import { describeError, log } from "../../../app/lib/runtime/log";
import {
  claimRequest,
  dropClaim,
  keepAnswer,
} from "../../../app/modules/store/kept-answers.server";
import type { AppEnv } from "../../context";
import { MAX_BODY } from "./read-body";

/**
 * Printable ASCII, such as a UUID, in quotation marks or not
 * (draft-ietf-httpapi-idempotency-key-header).
 */
const KEY = /^[\x20-\x7E]{1,255}$/;

/** The fingerprint of a request under a key, and its original body. */
interface RequestFingerprint {
  identity: Uint8Array<ArrayBuffer>;
  body: BodyInit | null;
}

/**
 * Runs a request with an Idempotency-Key once: a repeat within a day gets the stored response.
 * Failures are not stored, so they may be corrected and sent again (decisions.md §12). Runs after
 * authorization. @param identify may throw the request's refusal
 */
export const idempotentBy = (identify: (c: Context<AppEnv>) => Promise<RequestFingerprint>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const key = c.req.header("Idempotency-Key");
    if (key === undefined) return next();
    const { identity, body } = await identify(c);
    if (!KEY.test(key))
      throw new AppError("bad-request", [{ path: "Idempotency-Key", message: "errors:issue.key" }]);
    const { deps, signedIn, requestId } = c.var.info;
    const caller = signedIn ? `user ${signedIn.id}` : `address ${clientAddress(c.req.raw)}`;
    const outcome = await claimRequest(deps, {
      caller,
      address: `${c.req.method} ${c.req.path}`,
      key,
      body: identity,
    });
    if ("answer" in outcome) {
      const { status, contentType, body: kept } = outcome.answer;
      return c.newResponse(kept, status as 200, {
        ...(contentType && { "Content-Type": contentType }),
        "Idempotent-Replayed": "true",
      });
    }
    const { method, headers } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method, headers, ...(body !== null && { body }) });
    c.set("subjectId", outcome.claim.subjectId);
    await next();
    try {
      if (!c.res.ok) await dropClaim(deps, outcome.claim);
      else {
        const text = c.res.body === null ? null : await c.res.clone().text();
        await keepAnswer(deps, outcome.claim, {
          status: c.res.status,
          contentType: c.res.headers.get("Content-Type"),
          body: text,
        });
      }
    } catch (error) {
      // It has been done: to say that it failed would be worse than not to know it again.
      log("error", "idempotency.not-kept", { requestId, ...describeError(error) });
    }
  });

/** The same for JSON bodies. @param maxBytes limit of the body */
export const idempotentUpTo = (maxBytes: number) =>
  idempotentBy(async (c) => {
    const body = await readLimited(c.req.raw, maxBytes);
    return { identity: body, body: body.byteLength > 0 ? body : null };
  });

export const idempotent = idempotentUpTo(MAX_BODY);
