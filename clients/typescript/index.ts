import createClient, { type ClientOptions, type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths };
export type RooydadEvent = components["schemas"]["Event"];
export type RooydadCity = components["schemas"]["City"];

interface RooydadOptions extends Pick<ClientOptions, "fetch"> {
  /** Where the product is, such as https://rooydad.example. */
  origin: string;
  /** An API key (`rd_…`); what is public needs none. */
  key?: string;
}

/** Calendars and tables are texts, and a server that is out of reach is an answer with `error`. */
const answers: Middleware = {
  async onResponse({ response, options }) {
    const { ok, status, headers } = response;
    const type = headers.get("Content-Type");
    if (!ok || options.parseAs !== "json" || !type?.startsWith("text/")) return undefined;
    // The package reads every answer as JSON.
    const body = JSON.stringify(await response.text());
    const own = new Headers(headers);
    own.delete("Content-Length");
    return new Response(body, { status, headers: own });
  },
  onError({ error }) {
    // The caller's own.
    if (error instanceof Error && error.name === "AbortError") return undefined;
    const message = error instanceof Error ? error.message : String(error);
    return Response.json({ code: "unreachable", message }, { status: 503 });
  },
};

/** A client of the API, typed by its description. */
export function createRooydad({ origin, key, ...options }: RooydadOptions) {
  const client = createClient<paths>({
    ...options,
    baseUrl: `${origin}/api/v1`,
    // Categories and traits are repeated: `category=Concert&category=Talk`.
    querySerializer: { array: { style: "form", explode: true } },
    ...(key && { headers: { Authorization: `Bearer ${key}` } }),
  });
  client.use(answers);
  return client;
}
