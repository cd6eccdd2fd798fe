/** What a robots.txt says to a program (RFC 9309). */
export interface Robots {
  isAllowed(path: string): boolean;
}

const RULES = 1_000;

/** Reads the group for an agent, else the group for all. The longest matching path decides; at equal length, Allow does. Lines that match no grammar are skipped. */
export function readRobots(text: string, agent: string): Robots {
  const groups: { agents: string[]; rules: { isAllow: boolean; path: string }[] }[] = [];
  let isNaming = false;
  for (const line of text.slice(0, 500_000).split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const said = value.trim();
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(said.toLowerCase());
      isNaming = true;
    } else if (field === "allow" || field === "disallow") {
      isNaming = false;
      const group = groups.at(-1);
      if (group && said !== "" && group.rules.length < RULES) group.rules.push({ isAllow: field === "allow", path: said });
    }
  }
  const named = groups.filter(({ agents }) => agents.some((one) => one !== "*" && one !== "" && agent.toLowerCase().startsWith(one)));
  const rules = (named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"))).flatMap((group) => group.rules);
  return {
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
