import { type Context, Hono } from "hono";
import * as v from "valibot";
import { errorTranslatorFor } from "../../app/i18n/error-messages.server";
import { AppError, expectedError } from "../../app/lib/errors";
import { readBodyText } from "../../app/lib/http/byte-streams";
import { describeError, log } from "../../app/lib/runtime/log";
import { FENCE_NOTE } from "../../app/lib/text/fence-text";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { answerError, methodNotAllowed } from "../api/v1/errors";
import type { AppEnv } from "../context";
import { acceptedLocale } from "../locale";
import { bearer } from "../middleware/bearer";
import { budgeted } from "../middleware/budgeted";
import { countSearch } from "../middleware/rate-limit";
import { shedApi } from "../middleware/shed";
import { UnknownName } from "./find-named";
import { describeTools, TOOLS } from "./tools";

/** The version of our tools, for clients and registries. */
export const SERVER_VERSION = "1.0.0";

/** Versions of the protocol, the newest first. Nothing that differs between them is used here. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
const MAX_BODY = 256 * 1024;
/** Seconds after which it is worth coming back while the product is closed. */
const CLOSED_RETRY = 300;

/** Codes of JSON-RPC 2.0. */
const CODES = { parse: -32700, request: -32600, method: -32601, params: -32602 } as const;

const Id = v.union([v.string(), v.number()]);
const Message = v.looseObject({
  jsonrpc: v.literal("2.0"),
  id: v.optional(Id),
  method: v.optional(v.string()),
  params: v.optional(v.looseObject({})),
});
const ToolCall = v.looseObject({ name: v.string(), arguments: v.optional(v.looseObject({}), {}) });

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const refused = (text: string) => ({ isError: true, content: [{ type: "text", text }] });

/** A failure that the model can read and mend, as the result of a tool. @param next what it does */
function toolFailure(error: AppError, next: string) {
  const say = errorTranslatorFor("en");
  const sentence = error.sentence ?? { message: `errors:${error.code}` };
  const issues = error.issues.map(
    ({ path, message, values }) => `${path || "input"}: ${say(message, values)}`,
  );
  return refused([say(sentence.message, sentence.values), ...issues, next].join("\n"));
}

/** @throws RpcError for an unknown tool */
async function callTool(c: Context<AppEnv>, params: unknown): Promise<object> {
  const call = v.safeParse(ToolCall, params);
  if (!call.success)
    throw new RpcError(CODES.params, "tools/call needs the name of a tool and its arguments.");
  const { name } = call.output;
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (!tool)
    throw new RpcError(
      CODES.params,
      `There is no tool ${name.slice(0, 100)}. There are: ${Object.keys(TOOLS).join(", ")}.`,
    );
  try {
    const input = v.safeParse(tool.input, call.output.arguments);
    if (!input.success) {
      const text = input.issues
        .map((issue) => `${v.getDotPath(issue) ?? "input"}: ${errorTextOf(issue.message)}`)
        .join("\n");
      return refused(text);
    }
    if (call.output.arguments.query) await countSearch(c);
    const info = { ...c.var.info, locale: acceptedLocale(c.req.raw) };
    const result = await tool.run(info, input.output as never);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (error instanceof UnknownName) return refused(error.message);
    const expected = expectedError(error);
    if (!expected) throw error;
    return toolFailure(expected, tool.next);
  }
}

const errorTextOf = (message: string) =>
  message.startsWith("errors:") ? errorTranslatorFor("en")(message) : message;

/** The result of a request. @throws RpcError */
async function resultOf(
  c: Context<AppEnv>,
  method: string,
  params: Record<string, unknown> = {},
): Promise<object> {
  switch (method) {
    case "initialize": {
      const { branding } = await settingsOf(c.var.info.deps);
      const asked = String(params.protocolVersion);
      return {
        protocolVersion: VERSIONS.includes(asked) ? asked : VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: "rooydad", title: branding.companyName.en, version: SERVER_VERSION },
        instructions: `Events in Iran and wherever Iranians live. Times carry the offset of the event's time zone. Link to the \`url\` of events. ${FENCE_NOTE}`,
      };
    }
    case "ping":
      return {};
    case "tools/list":
      return { tools: describeTools() };
    case "tools/call":
      return callTool(c, params);
    default:
      throw new RpcError(CODES.method, `There is no method ${method.slice(0, 100)}.`);
  }
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions and streams: each POST has one
 * message and its answer. A request may carry an API key; cookies are not looked at
 * (docs/decisions/mcp.md).
 */
export const mcp = new Hono<AppEnv>();

mcp.use(async (c, next) => {
  await next();
  c.res.headers.set("Access-Control-Allow-Origin", "*");
});
mcp.options("/", budgeted("files", "constant"), (c) =>
  c.body(null, 204, {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, Mcp-Protocol-Version",
    "Access-Control-Max-Age": "86400",
  }),
);
mcp.post("/", bearer, budgeted("reads", "list"), shedApi, async (c) => {
  const { deps, isClosed, requestId } = c.var.info;
  if (isClosed) throw new AppError("unavailable", [], CLOSED_RETRY);
  if (!(await settingsOf(deps)).features.enableMcp) throw new AppError("not-found");
  const headers = { "Cache-Control": "no-store" };
  const refuse = (id: unknown, code: number, message: string, status: 200 | 400 = 200) =>
    c.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }, status, headers);
  const version = c.req.header("Mcp-Protocol-Version");
  if (version !== undefined && !VERSIONS.includes(version))
    return refuse(
      null,
      CODES.request,
      `Unsupported protocol version. Supported: ${VERSIONS.join(", ")}.`,
      400,
    );
  let json: unknown;
  try {
    json = JSON.parse(await readBodyText(c.req.raw, MAX_BODY));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuse(null, CODES.parse, "The body is not JSON.", 400);
  }
  const message = v.safeParse(Message, json);
  if (!message.success || Array.isArray(json))
    return refuse(
      null,
      CODES.request,
      "The body is not a message of JSON-RPC 2.0; batches are not supported.",
      400,
    );
  const { id, method, params } = message.output;
  // Notifications and answers need none.
  if (id === undefined || method === undefined) return c.body(null, 202, headers);
  try {
    return c.json({ jsonrpc: "2.0", id, result: await resultOf(c, method, params) }, 200, headers);
  } catch (error) {
    if (error instanceof RpcError) return refuse(id, error.code, error.message);
    log("error", "mcp.failed", { requestId, method, ...describeError(error) });
    throw error;
  }
});
mcp.all("/", budgeted("reads", "constant"), methodNotAllowed("POST"));
mcp.onError(answerError);
