import { vi } from "vitest";

const real = globalThis.fetch;

/** Responses of other sites by URL. */
export type Answers = Record<string, () => Response>;

/**
 * Mocks requests to other sites; unlisted URLs fail like unreachable sites. @returns the requested
 * URLs
 */
export function answerForOthers(answers: Answers): { asked: string[] } {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { href, hostname } = new URL(input instanceof Request ? input.url : String(input));
    if (hostname === "127.0.0.1") return real(input, init);
    asked.push(href);
    const answer = answers[href];
    if (!answer) throw new TypeError("Network connection lost.");
    return answer();
  });
  return { asked };
}

export const pictureAnswer = (bytes: Uint8Array<ArrayBuffer>, type = "image/png") =>
  new Response(bytes, { headers: { "Content-Type": type } });
