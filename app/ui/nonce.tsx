import { createContext, type ReactNode, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext.Provider value={nonce}>{children}</NonceContext.Provider>;
}

/**
 * CSP nonce of the response, also for styles added later. In the browser it is read from the
 * property of a script element, because the attribute is hidden.
 */
export function useNonce(): string | undefined {
  const nonce = useContext(NonceContext);
  return nonce ?? (typeof document === "undefined" ? undefined : documentNonce());
}

export const documentNonce = (): string | undefined =>
  document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;
