import * as v from "valibot";
import { type AskedPicture, type Assistant, AssistantFailed } from "../../app/lib/deps";
import { chunksOf } from "../../app/lib/http/byte-streams";

interface Gemini {
  key: string;
  /** E.g. gemini-2.0-flash-exp. */
  model: string;
  /** Google's origin, or the one of a test's own server. */
  url: string;
  /** How long an answer may take, whole, ms. */
  timeout: number;
}

/** Limit of a line; longer ones are dropped. */
const LINE_MAX = 1_000_000;

/** The fields read of a response chunk (generativelanguage v1beta, GenerateContentResponse). */
const Piece = v.object({
  candidates: v.optional(
    v.array(
      v.object({
        content: v.optional(
          v.object({ parts: v.optional(v.array(v.object({ text: v.optional(v.string()) }))) }),
        ),
        finishReason: v.optional(v.string()),
      }),
    ),
  ),
  promptFeedback: v.optional(v.object({ blockReason: v.optional(v.string()) })),
});

/** The reason of a known status; any other status is an unusable answer. */
function reasonOf(status: number): AssistantFailed["reason"] {
  if (status === 429) return "busy";
  if (status === 400 || status === 401 || status === 403 || status === 404) return "refused";
  return status >= 500 ? "unavailable" : "broken";
}

/**
 * Google's Gemini by its REST API, streamed as server-sent events. The key goes out in a header and
 * nowhere else: never into an address, an error or a log.
 */
export function createGemini({ key, model, url, timeout }: Gemini): Assistant {
  return {
    model,
    seesPictures: true,
    async *ask(prompt, picture) {
      const signal = AbortSignal.timeout(timeout);
      try {
        const response = await fetch(
          `${url}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
          {
            method: "POST",
            headers: { "Content-Type": "application/json", "x-goog-api-key": key },
            body: JSON.stringify({
              contents: [{ role: "user", parts: partsOf(prompt, picture) }],
              generationConfig: { temperature: 0.2 },
            }),
            // Following a redirect would send the key elsewhere.
            redirect: "manual",
            signal,
          },
        );
        if (!response.ok) {
          await response.body?.cancel();
          throw new AssistantFailed(reasonOf(response.status), response.status);
        }
        yield* textsOf(response.body);
      } catch (error) {
        if (error instanceof AssistantFailed) throw error;
        // The platform's error may contain the request's headers.
        throw new AssistantFailed(signal.aborted ? "timeout" : "unavailable");
      }
    },
  };
}

const partsOf = (text: string, picture: AskedPicture | undefined) => [
  ...(picture
    ? [
        {
          inline_data: {
            mime_type: picture.type,
            data: Buffer.from(picture.bytes).toString("base64"),
          },
        },
      ]
    : []),
  { text },
];

/** The texts of a stream. @throws AssistantFailed when it ends early or has unexpected contents */
async function* textsOf(body: ReadableStream | null): AsyncGenerator<string, void, undefined> {
  let isFinished = false;
  for await (const line of linesOf(body)) {
    if (!line.startsWith("data:")) continue;
    const piece = pieceOf(line.slice(5));
    if (piece.promptFeedback?.blockReason) throw new AssistantFailed("blocked");
    for (const { content, finishReason } of piece.candidates?.slice(0, 1) ?? []) {
      for (const { text } of content?.parts ?? []) if (text) yield text;
      if (finishReason === undefined) continue;
      if (finishReason === "MAX_TOKENS") throw new AssistantFailed("cut");
      if (finishReason !== "STOP") throw new AssistantFailed("blocked");
      isFinished = true;
    }
  }
  if (!isFinished) throw new AssistantFailed("broken");
}

function pieceOf(data: string): v.InferOutput<typeof Piece> {
  try {
    return v.parse(Piece, JSON.parse(data));
  } catch {
    throw new AssistantFailed("broken");
  }
}

/** Lines of a stream of UTF-8, however it was cut into pieces. */
async function* linesOf(body: ReadableStream | null): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(body)) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX) throw new AssistantFailed("broken");
    yield* lines;
  }
  yield rest + decoder.decode();
}
