import { type Query, QueryClient } from "@tanstack/react-query";
import ky, { HTTPError, NetworkError, type Options, TimeoutError } from "ky";
import { ApiError } from "./api-error";

/** Limit of calls per method and path in the window (product.md §9). */
const LIMIT = 5;
const WINDOW = 1_000;

/** Counts a client's own calls. `take` answers whether one more may go out now. */
function createRequestWindow(now: () => number) {
  const calls = new Map<string, number[]>();
  return {
    take(key: string): boolean {
      const since = now() - WINDOW;
      const recent = (calls.get(key) ?? []).filter((at) => at > since);
      const isFree = recent.length < LIMIT;
      if (isFree) recent.push(now());
      calls.set(key, recent);
      return isFree;
    },
  };
}

/**
 * How long an answer is used again, ms; how many are kept; how many go when there are more
 * (product.md §9).
 */
const TTL = 30_000;
const CAPACITY = 100;
const EVICTED = 20;

const OPTIONS = { networkMode: "always", staleTime: TTL, gcTime: TTL, retry: false } as const;

/** Answers of GET calls, and those that are on their way. */
export function createResponseCache() {
  const queries = new QueryClient({ defaultOptions: { queries: OPTIONS } });
  const cache = queries.getQueryCache();
  // Removing a query cancels its call, so a pending one is kept.
  const kept = () => cache.findAll({ fetchStatus: "idle" });
  const remove = (query: Query) => cache.remove(query);
  return {
    /** The kept answer for a path, the one on its way, or a new one. Keeps no failure. */
    async read(path: string, fetch: () => Promise<unknown>): Promise<unknown> {
      const value = await queries.fetchQuery({ queryKey: [path], queryFn: fetch });
      const oldestFirst = kept().sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
      if (oldestFirst.length > CAPACITY) oldestFirst.slice(0, EVICTED).forEach(remove);
      return value;
    },
    clear: () => kept().forEach(remove),
  };
}

/** The client's own messages, from the page's texts (product.md §8). */
export interface ClientTexts {
  sessionExpired: string;
  forbidden: string;
  tooManyRequests: string;
  network: string;
  invalidLogin: string;
  status(status: number): string;
  rateLimit(path: string): string;
}

export interface ApiClientOptions {
  /** Ends with /api/v1. */
  base: string;
  /** Of this browser, for X-Session-Id. */
  sessionId: string;
  language: string | null;
  texts: ClientTexts;
  /**
   * Requests an identity token from our page server by cookie; null when signed out (decisions.md
   * §5).
   */
  identityToken(): Promise<string | null>;
  /** Once, when the session has expired and cannot be renewed. */
  onUnauthorized(): void;
  /** A second after an answer 403. */
  onForbidden(): void;
  warn(message: string): void;
  now?: () => number;
  /** ms; another one only in tests. */
  retryDelay?: number;
  timeout?: number;
  forbiddenDelay?: number;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ApiClient {
  /** @throws ApiError */
  call<T>(method: Method, path: string, body?: unknown): Promise<T>;
  /** Forgets the access token and every kept answer. */
  forget(): void;
}

const SERVER_ERRORS = Array.from({ length: 100 }, (_, index) => 500 + index);

interface Login {
  access_token: string;
  user: object;
}

const isLogin = (value: unknown): value is Login => {
  const login = value as Partial<Login> | null;
  return (
    typeof login?.access_token === "string" &&
    login.access_token !== "" &&
    typeof login.user === "object" &&
    login.user !== null
  );
};

/**
 * The browser's own calls to the API (product.md §7 to §9): 30 s timeout, one retry on 5xx after 2
 * s, answers of GET kept for 30 s, equal calls in flight shared, 5 calls a second a method and
 * path, one renewal of the token on 401. The access token lives in this closure alone.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const {
    base,
    sessionId,
    language,
    texts,
    now = Date.now,
    retryDelay = 2_000,
    timeout = 30_000,
    forbiddenDelay = 1_000,
  } = options;
  const cache = createResponseCache();
  const requests = createRequestWindow(now);
  const pending = new Map<string, Promise<unknown>>();
  let token: Promise<string | null> | null = null;

  const send = async (
    method: Method,
    path: string,
    body: unknown,
    bearer: string | null,
  ): Promise<unknown> => {
    const headers: Record<string, string> = {
      Accept: "application/json",
      "X-Session-Id": sessionId,
    };
    if (language) headers["Accept-Language"] = language;
    if (bearer) headers.Authorization = `Bearer ${bearer}`;
    // A retried POST must not create twice.
    if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    const request: Options = {
      method,
      headers,
      timeout,
      credentials: "omit",
      retry: {
        limit: 1,
        methods: ["get", "post", "put", "patch", "delete"],
        statusCodes: SERVER_ERRORS,
        afterStatusCodes: [],
        delay: (attempt) => retryDelay * 2 ** (attempt - 1),
        // A network that is gone is not a server that stumbles.
        shouldRetry: ({ error }) => error instanceof HTTPError && error.response.status >= 500,
      },
      ...(body === undefined ? {} : { json: body }),
    };
    const response = await ky(base + path, request);
    return response.status === 204 ? null : response.json();
  };

  const login = async (): Promise<string | null> => {
    const firebaseToken = await options.identityToken();
    if (firebaseToken === null) return null;
    const answer = await send("POST", "/auth/login", { firebaseToken }, null);
    if (!isLogin(answer)) throw new ApiError(texts.invalidLogin, 0, "invalid-login");
    return answer.access_token;
  };
  const accessToken = (): Promise<string | null> => {
    token ??= login().catch((error) => {
      token = null;
      throw error;
    });
    return token;
  };

  const forget = () => {
    token = null;
    cache.clear();
  };

  const expire = (cause: unknown): ApiError => {
    forget();
    options.onUnauthorized();
    return new ApiError(texts.sessionExpired, 401, "unauthorized", [], null, { cause });
  };

  const withRenewal = async (method: Method, path: string, body: unknown): Promise<unknown> => {
    try {
      return await send(method, path, body, await accessToken());
    } catch (error) {
      if (!(error instanceof HTTPError) || error.response.status !== 401) throw error;
      // Once, with a fresh identity token.
      token = null;
      const renewed = await accessToken().catch(() => null);
      if (renewed === null) throw expire(error);
      try {
        return await send(method, path, body, renewed);
      } catch (again) {
        throw again instanceof HTTPError && again.response.status === 401 ? expire(again) : again;
      }
    }
  };

  const explain = async (error: unknown): Promise<ApiError> => {
    if (error instanceof ApiError) return error;
    if (error instanceof HTTPError) return explainAnswer(error);
    if (error instanceof TimeoutError || error instanceof NetworkError)
      return new ApiError(texts.network, 0, "network", [], null, { cause: error });
    return new ApiError(
      error instanceof Error && error.message ? error.message : texts.network,
      0,
      null,
      [],
      null,
      { cause: error },
    );
  };

  const explainAnswer = async (error: HTTPError): Promise<ApiError> => {
    const { status, headers } = error.response;
    const body = (error.data ?? {}) as {
      message?: string;
      code?: string;
      issues?: ApiError["issues"];
    };
    const retryAfter = Number(headers.get("Retry-After")) || null;
    if (status === 403) setTimeout(options.onForbidden, forbiddenDelay);
    if (status === 429) options.warn(texts.tooManyRequests);
    const message =
      status === 403
        ? texts.forbidden
        : status === 429
          ? texts.tooManyRequests
          : body.message || texts.status(status);
    return new ApiError(message, status, body.code ?? null, body.issues ?? [], retryAfter, {
      cause: error,
    });
  };

  const perform = async (method: Method, path: string, body: unknown): Promise<unknown> => {
    if (!requests.take(`${method} ${path.split("?")[0]}`))
      throw new ApiError(texts.rateLimit(path), 0, "rate-limit");
    try {
      const value = await withRenewal(method, path, body);
      // A write may have changed cached responses.
      if (method !== "GET") cache.clear();
      return value;
    } catch (error) {
      throw await explain(error);
    }
  };

  return {
    forget,
    call<T>(method: Method, path: string, body?: unknown): Promise<T> {
      if (method === "GET")
        return cache.read(path, () => perform(method, path, body)) as Promise<T>;
      const key = `${method} ${path} ${JSON.stringify(body) ?? ""}`;
      const running = pending.get(key);
      if (running) return running as Promise<T>;
      const work = perform(method, path, body).finally(() => pending.delete(key));
      pending.set(key, work);
      return work as Promise<T>;
    },
  };
}
