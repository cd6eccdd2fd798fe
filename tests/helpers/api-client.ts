import { SELF } from "cloudflare:test";

interface Options {
  method?: string;
  headers?: Record<string, string>;
  /** Strings and streams are sent unchanged; other values as JSON. */
  body?: unknown;
  /** https for requests with cookies, which are not set over http. */
  origin?: string;
}

/** Calls the API as a client. `path` follows /api/v1. */
export function ask(
  path: string,
  { method = "GET", headers = {}, body, origin = "http://rooydad.test" }: Options = {},
) {
  const isRaw = body === undefined || typeof body === "string" || body instanceof ReadableStream;
  return SELF.fetch(`${origin}/api/v1${path}`, {
    method,
    headers: isRaw ? headers : { "Content-Type": "application/json", ...headers },
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
    redirect: "manual",
  });
}

/** JSON and status of a response. */
export async function askJson<Body = unknown>(
  path: string,
  options: Options = {},
): Promise<{ status: number; body: Body }> {
  const response = await ask(path, options);
  return { status: response.status, body: (await response.json()) as Body };
}

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** All items of a list, page by page. */
export async function askAll<Item>(
  path: string,
  limit: number,
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    const query: string = `${path.includes("?") ? "&" : "?"}limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`;
    const { status, body } = await askJson<Page<Item>>(path + query);
    if (status !== 200)
      throw new Error(`${path}${query} answered ${status}: ${JSON.stringify(body)}`);
    if (body.hasMore !== (body.nextCursor !== null))
      throw new Error("hasMore and nextCursor do not agree.");
    items.push(...body.items);
    cursor = body.nextCursor;
    if (!cursor) return { items, pages };
    if (pages > 500) throw new Error("The list does not end.");
  }
}
