import { useLocation, useRevalidator } from "@remix-run/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { Translate } from "../../i18n/translate";
import { type ApiClient, type ClientTexts, createApiClient } from "../../lib/api-client/api-client";
import { ApiError } from "../../lib/api-client/api-error";
import { createQueryClient } from "../../lib/api-client/query-client";
import { createErrorBuffer, createErrorReporter } from "../../lib/api-client/report-errors";
import { storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { storeInput } from "../../lib/pages/unsaved-input";
import { paths } from "../../lib/paths";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";

const SESSION_KEY = "rooydad.session";

/** Random id of this browser, sent with every API call (product.md §7). It grants no access. */
function sessionId(): string {
  const known = storedChoice(SESSION_KEY);
  if (known) return known;
  const id = crypto.randomUUID();
  storeChoice(SESSION_KEY, id);
  return id;
}

/**
 * Fetches an identity token from the pages' server, which authenticates by the session cookie
 * (decisions.md §5).
 */
async function fetchIdentityToken(t: Translate): Promise<string | null> {
  const response = await fetch(paths.sessionToken(), {
    method: "POST",
    credentials: "same-origin",
  }).catch((error) => {
    throw new ApiError(t("client:network"), 0, "network", [], null, { cause: error });
  });
  if (response.status === 401) return null;
  if (!response.ok)
    throw new ApiError(t("client:status", { status: String(response.status) }), response.status);
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}

const textsFrom = (t: Translate): ClientTexts => ({
  sessionExpired: t("client:sessionExpired"),
  forbidden: t("client:forbidden"),
  tooManyRequests: t("client:tooManyRequests"),
  network: t("client:network"),
  invalidLogin: t("client:invalidLogin"),
  status: (status) => t("client:status", { status: String(status) }),
  rateLimit: (path) => t("client:rateLimit", { path }),
});

const ApiContext = createContext<ApiClient | null>(null);

/**
 * Provides the API client and TanStack Query (about 20 kB). Use it only in lazily loaded parts for
 * signed-in users, which load the texts of `client` too.
 */
export function ApiProvider({ children }: { children: ReactNode }) {
  const { t, locale } = useText();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  // The client outlives a page, so it reads the current location through a ref.
  const now = useRef({ revalidate, here: pathname + search });
  useEffect(() => {
    now.current = { revalidate, here: pathname + search };
  });
  const [{ client, queries }] = useState(() => {
    const id = sessionId();
    const client = createApiClient({
      base: paths.api(),
      sessionId: id,
      language: locale,
      texts: textsFrom(t),
      identityToken: () => fetchIdentityToken(t),
      onUnauthorized: () => {
        // A full page load clears the signed-in user's data from memory.
        storeInput([...document.forms], { isLost: true });
        location.assign(paths.login(now.current.here, true));
      },
      onForbidden: () => now.current.revalidate(),
      warn: (text) => toast({ kind: "info", text }),
    });
    const report = createErrorReporter(client, createErrorBuffer(Date.now), id);
    return { client, queries: createQueryClient(report) };
  });
  return (
    <ApiContext.Provider value={client}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ApiContext.Provider>
  );
}

/** Returns the API client. @throws Error outside ApiProvider (product.md §8) */
export function useApiClient(): ApiClient {
  const client = useContext(ApiContext);
  if (!client) throw new Error("useApiClient needs an ApiProvider above it.");
  return client;
}
