/** A real OpenID provider on a free port. `vars` make the product use it. */
export function startOpenIdProvider(
  redirectUri: string,
): Promise<{ vars: Record<string, string>; stop(): Promise<void> }>;
