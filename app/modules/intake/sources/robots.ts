import { MINUTE, SECOND } from "../../../lib/dates/durations";

/** Rules of a robots.txt for one program (RFC 9309). */
export interface Robots {
  isAllowed(path: string): boolean;
  /**
   * Time between two requests, ms; 0 where there is none. Not standard, but widely used.
   */
  crawlDelay: number;
}

const RULES = 1_000;
/** A longer delay counts as this, ms: a step of a check must end before its claim does. */
const DELAY_MAX = MINUTE;

/**
 * Reads the group for an agent, else the group for all. The longest matching path decides; at equal
 * length, Allow does. Lines that match no grammar are skipped.
 */
export function readRobots(text: string, agent: string): Robots {
  const groups: { agents: string[]; rules: { isAllow: boolean; path: string }[]; delay: number }[] =
    [];
  let isNaming = false;
  for (const line of text.slice(0, 500_000).split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const said = value.trim();
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 });
      groups.at(-1)?.agents.push(said.toLowerCase());
      isNaming = true;
    } else if (field === "allow" || field === "disallow") {
      isNaming = false;
      const group = groups.at(-1);
      if (group && said !== "" && group.rules.length < RULES)
        group.rules.push({ isAllow: field === "allow", path: said });
    } else if (field === "crawl-delay") {
      isNaming = false;
      const group = groups.at(-1);
      const seconds = Number(said);
      if (group && said !== "" && seconds > 0) group.delay = Math.min(seconds * SECOND, DELAY_MAX);
    }
  }
  const named = groups.filter(({ agents }) =>
    agents.some((one) => one !== "*" && one !== "" && agent.toLowerCase().startsWith(one)),
  );
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  const rules = own.flatMap((group) => group.rules);
  return {
    crawlDelay: Math.max(0, ...own.map(({ delay }) => delay)),
    isAllowed(path) {
      const matching = rules
        .filter((rule) => matches(rule.path, path))
        .sort((a, b) => b.path.length - a.path.length || Number(b.isAllow) - Number(a.isAllow));
      return matching[0]?.isAllow ?? true;
    },
  };
}

/** `*` stands for any text, `$` for the end. Linear for each part. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = isWhole && isLast ? path.lastIndexOf(part) : path.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
