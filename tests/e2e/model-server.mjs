import { createServer } from "node:http";
import { freePort } from "../../scripts/set-up/machine.mjs";

/** Letters of a piece: the answer comes in many. */
const PIECE = 24;

/** An event in the month after the servers' own, whatever was asked. */
const ANSWER = `Here you are:\n\n\`\`\`json\n${JSON.stringify([
  {
    title: "A Night That a Model Found",
    category: "Concert",
    date: "2027-01-17",
    time: "7:30 PM",
    price: "$25",
    venue: "The Long Pier Stage",
  },
])}\n\`\`\`\n`;

/** A translation of any event. */
const TRANSLATION = JSON.stringify({
  title: "A Night That a Model Translated",
  description: "An hour and a half of radio songs, on two old gramophones.",
  venue: "Our Small House",
});

const piece = (text, more = {}) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\r\n\r\n`;

/** The text of any poster. */
const POSTER =
  "Old Radio Night\nDate: 5 January 2027, 20:00\nVenue: Our Small House\nPrice: free\nRadio songs on two gramophones.";

/** The event that is read in that text. */
const ON_POSTER = JSON.stringify({
  events: [
    {
      title: "Old Radio Night",
      description: "Radio songs on two gramophones.",
      date: "5 January 2027",
      time: "20:00",
      venue: "Our Small House",
      price: "free",
    },
  ],
});

/** The model's answer to a request. */
function answerTo(body) {
  if (body.includes("inline_data")) return POSTER;
  if (body.includes("Translate the texts")) return TRANSLATION;
  return body.includes("Radio songs on two gramophones.") ? ON_POSTER : ANSWER;
}

/**
 * Serves Gemini's protocol on a free port: streams an answer in pieces, and answers questions about
 * Dubai with "busy".
 */
export async function startModelServer() {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (
      !request.url?.endsWith(":streamGenerateContent?alt=sse") ||
      !request.headers["x-goog-api-key"]
    ) {
      response.writeHead(404).end();
      return;
    }
    if (body.includes("Dubai")) {
      response.writeHead(503).end();
      return;
    }
    const answer = answerTo(body);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (let at = 0; at < answer.length; at += PIECE) {
      response.write(piece(answer.slice(at, at + PIECE)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end(piece("", { finishReason: "STOP" }));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    vars: {
      GEMINI_API_KEY: "a-key-of-the-browser-tests-alone",
      GEMINI_URL: `http://127.0.0.1:${port}`,
    },
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}
