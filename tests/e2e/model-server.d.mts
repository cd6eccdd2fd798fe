/** A server that speaks Gemini's protocol on a free port. `vars` make the product ask it. */
export function startModelServer(): Promise<{
  vars: Record<string, string>;
  stop(): Promise<void>;
}>;
