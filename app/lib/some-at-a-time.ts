/** Connections at a time: a Worker may have six open. */
const CONNECTIONS = 5;

/** Does some work for each, a few at a time. */
export async function mapWithConcurrency(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const open = [...ids];
  const take = async () => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, open.length) }, take));
}
