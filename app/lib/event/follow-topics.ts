/** Subjects of follows besides cities. */
export const FOLLOW_KINDS = ["venue", "organizer", "category", "series", "search"] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];

/** The subject of a follow. Cities are named by their slugs, as in `user_topics`. */
export type FollowSubject =
  | { kind: "venue" | "organizer" | "series"; id: string }
  | { kind: "category"; city: string; category: string }
  | { kind: "search"; query: string };

/** The text that `follows` and `city_news_topics` keep of a subject. */
export function followTopic(subject: FollowSubject): string {
  if (subject.kind === "category") return `category:${subject.city}|${subject.category}`;
  return subject.kind === "search" ? `search:${subject.query}` : `${subject.kind}:${subject.id}`;
}

/** The subject of a topic; null unless it is a topic. */
export function readFollowTopic(topic: string): FollowSubject | null {
  const at = topic.indexOf(":");
  const kind = FOLLOW_KINDS.find((name) => name === topic.slice(0, at));
  const rest = topic.slice(at + 1);
  if (!kind || !rest) return null;
  if (kind === "search") return { kind, query: rest };
  if (kind !== "category") return { kind, id: rest };
  const [city, category] = rest.split("|");
  return city && category ? { kind, city, category } : null;
}
