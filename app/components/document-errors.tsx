import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, useContext } from "react";

type Errors = Record<string, unknown> | null;

const DocumentErrors = createContext<Errors>(null);

/** What the server's loaders have thrown, by route. */
export const DocumentErrorsProvider = DocumentErrors.Provider;

/** Whether the document is of an address that is not there. Its error belongs to a route below, which draws no head. */
export function useIsNotFound(): boolean {
  const rendered = useContext(DocumentErrors);
  const errors: Errors = typeof window === "undefined" ? rendered : (window.__remixContext?.state?.errors ?? null);
  return Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404);
}
