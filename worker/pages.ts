import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { Handler } from "hono";
import * as build from "../build/server/index.js";
import type { AppEnv } from "./context";
import { createLoadContext } from "./load-context";
import { noncePlaceholder } from "./nonce";

const handle = createRequestHandler(build as unknown as ServerBuild, "production");

/** Changes with every build: pages cached by an earlier one name assets that may be gone. */
export const buildVersion: string = (build as unknown as ServerBuild).assets.version;

/** The product's style sheets, tokens and type among them, for documents that Remix does not render. */
export const rootStylesheets: readonly string[] = (build as unknown as ServerBuild).assets.routes.root?.css ?? [];

/** The Remix pages, rendered with a placeholder for the nonce; `pageCache` puts a fresh one in its place. */
export const pages: Handler<AppEnv> = (c) => handle(c.req.raw, createLoadContext(c.var.info, c.env, noncePlaceholder()));
