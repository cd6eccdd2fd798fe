import type { readConfiguration, targetOf } from "./configuration.mjs";
import type { SmokeAnswer } from "./smoke.mjs";

export function deploy(
  request: {
    environment: Parameters<typeof targetOf>[1];
    isDryRun: boolean;
    isConfirmed: boolean;
    isWithoutMail?: boolean;
    publicUrl?: string | undefined;
  },
  means: {
    configuration: ReturnType<typeof readConfiguration>;
    storeTarget: (
      target: ReturnType<typeof targetOf>,
      isDryRun: boolean,
    ) => { product: string[]; pictures: string[]; backups: string[] };
    wrangler: (
      args: readonly string[],
      input?: string,
    ) => Promise<{ code: number; output: string }>;
    workerProblems: (
      vars: object,
      secrets: readonly string[],
    ) => readonly string[] | Promise<readonly string[]>;
    build: () => Promise<void>;
    say: (line: string) => void;
    confirm: (question: string) => Promise<boolean>;
    ask: (address: string) => Promise<SmokeAnswer>;
    pause: (milliseconds: number) => Promise<unknown>;
  },
): Promise<{ missing: string[] }>;
