import { type Assistant, AssistantFailed } from "../../app/lib/deps";

const MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
/** Longest wait, ms, and longest answer, tokens. */
const TIMEOUT = 30_000;
const ANSWER = 4_096;

/** The used part of Workers AI. */
export interface TextModel {
  run(
    model: typeof MODEL,
    input: { prompt: string; max_tokens: number; temperature: number },
  ): Promise<{ response?: unknown }>;
}

/** A model of Workers AI, by its binding. @param timeout ms */
export function createWorkersAi(ai: TextModel, timeout: number = TIMEOUT): Assistant {
  return {
    model: MODEL,
    async *ask(prompt) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new AssistantFailed("timeout")), timeout);
      });
      const asked = ai.run(MODEL, { prompt, max_tokens: ANSWER, temperature: 0.2 }).catch(() => {
        throw new AssistantFailed("unavailable");
      });
      try {
        const { response } = await Promise.race([asked, late]);
        if (typeof response !== "string") throw new AssistantFailed("broken");
        yield response;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
