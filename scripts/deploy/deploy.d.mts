import type { readConfiguration, targetOf } from "./configuration.mjs";

export function deploy(
  request: {
    environment: "production" | "staging";
    isDryRun: boolean;
    isConfirmed: boolean;
    publicUrl?: string | undefined;
  },
  means: {
    configuration: ReturnType<typeof readConfiguration>;
    storeTarget: (
      target: ReturnType<typeof targetOf>,
      isDryRun: boolean,
    ) => { product: string[]; pictures: string[] };
    wrangler: (
      args: readonly string[],
      input?: string,
    ) => Promise<{ code: number; output: string }>;
    build: () => Promise<void>;
    say: (line: string) => void;
    confirm: (question: string) => Promise<boolean>;
    fetchStatus: (address: string) => Promise<number>;
    pause: (milliseconds: number) => Promise<unknown>;
  },
): Promise<{ missing: string[] }>;
