/** What a deployment must answer, with or without events. */
const CHECKS = [
  { path: "/", type: "text/html", has: "<h1" },
  { path: "/events", type: "text/html", has: "<h1" },
  { path: "/login", type: "text/html", has: "<form" },
  { path: "/api/v1/events?limit=1", type: "application/json", has: '"items"' },
  { path: "/events.atom", type: "application/atom+xml", has: "<feed" },
];

/**
 * Asks a deployed product for the home page, the list, the first event of the list if there is one,
 * sign-in, the API and a feed. @param {(path: string) => Promise<{ status: number, type: string,
 * text: string }>} ask
 * @returns {Promise<string[]>} what is wrong
 */
export async function smokeTest(ask) {
  const problems = [];
  const check = async ({ path, type, has }) => {
    const answer = await ask(path);
    if (answer.status !== 200) problems.push(`${path} answers ${answer.status || "nothing"}`);
    else if (!answer.type.startsWith(type)) problems.push(`${path} is ${answer.type}`);
    else if (!answer.text.includes(has)) problems.push(`${path} lacks ${has}`);
    return answer.text;
  };
  for (const one of CHECKS) {
    const text = await check(one);
    const [event] = (one.path === "/events" && /\/events\/[0-9a-f-]{36}/.exec(text)) || [];
    if (event) await check({ path: event, type: "text/html", has: "<h1" });
  }
  return problems;
}
