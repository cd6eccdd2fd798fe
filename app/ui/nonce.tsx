import { createContext, type ReactNode, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext.Provider value={nonce}>{children}</NonceContext.Provider>;
}

/**
 * The nonce of this response. In the browser the attribute is hidden, but the property of the scripts that came with
 * the document still has it: styles that are added later need it too.
 */
export function useNonce(): string | undefined {
  const nonce = useContext(NonceContext);
  return nonce ?? (typeof document === "undefined" ? undefined : documentNonce());
}

export const documentNonce = (): string | undefined => document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;
