import type { StartRun } from "../../app/modules/intake/ingestion/schema";

const TITLES = [
  "Setar",
  "Kamancheh",
  "Puppet Theater",
  "Photography Workshop",
  "Jazz Night",
  "Book Club",
  "Film Screening",
  "Food Market",
];
const VENUES = ["Vahdat Hall", "Roudaki Hall", "Azadi Tower", "Cafe Naderi", "Niavaran House"];

/** An entry in an assistant's format, different for each number. */
export const answered = (number: number, changes: Record<string, unknown> = {}) => ({
  title: `${TITLES[number % TITLES.length]} with Guest ${String.fromCharCode(65 + (number % 26))}${number}`,
  description: "An evening that is announced here for the sake of a test.",
  category: "Concert",
  date: `2026-12-${String(10 + (number % 20)).padStart(2, "0")}`,
  time: `${String(9 + (Math.floor(number / 20) % 12)).padStart(2, "0")}:${number % 2 === 0 ? "00" : "30"}`,
  price: "450,000 toman",
  venue: `${VENUES[number % VENUES.length]} ${Math.floor(number / 100) || ""}`.trim(),
  url: `https://tickets.example.org/events/${number}`,
  ...changes,
});

/** Input of a run with these entries. */
export const startOf = (
  entries: readonly unknown[],
  changes: Partial<StartRun> = {},
): StartRun => ({
  source: "ai-agent",
  city: "tehran",
  rawResponse: `Here you are:\n\`\`\`json\n${JSON.stringify({ events: entries })}\n\`\`\``,
  events: [],
  config: { categories: [] },
  metadata: { month: "2026-12", aiProvider: "claude" },
  ...changes,
});
