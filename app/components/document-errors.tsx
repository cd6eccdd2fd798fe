import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, useContext } from "react";

type Errors = Record<string, unknown> | null;

const DocumentErrors = createContext<Errors>(null);

/** Errors thrown by the server's loaders, by route id. */
export const DocumentErrorsProvider = DocumentErrors.Provider;

/** Whether the document is a 404. Its error belongs to a child route, which renders no head. */
export function useIsNotFound(): boolean {
  const rendered = useContext(DocumentErrors);
  const errors: Errors =
    typeof window === "undefined" ? rendered : (window.__remixContext?.state?.errors ?? null);
  return Object.values(errors ?? {}).some(
    (error) => isRouteErrorResponse(error) && error.status === 404,
  );
}

/**
 * Title of a document: that of its page, with the site's name where it is known and does not say
 * the same.
 */
export const documentTitle = (title: string, siteName: string | undefined): string =>
  siteName === undefined || title === siteName ? title : `${title} · ${siteName}`;
