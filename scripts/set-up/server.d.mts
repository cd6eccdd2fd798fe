export interface Server {
  url: string;
  /** Leads the process group of wrangler and workerd. */
  pid: number;
  /** Resolves when the server ends, on its own or by `stop`. */
  ended: Promise<{ code: number; error?: Error; reason?: string }>;
  stop(): Promise<void>;
}

export function startServer(options?: {
  port?: number;
  persistTo?: string;
  /** ISO: the moment the Worker is to live in. */
  now?: string;
  /** Set over those of wrangler.toml. */
  vars?: Record<string, string>;
  logLevel?: "debug" | "log" | "warn" | "error" | "none";
  onOutput?: (text: string) => void;
}): Promise<Server>;
