import type { Similarity } from "../../app/lib/deps";
import { textHash } from "../../app/lib/text/text-hash";

const MODEL = "@cf/baai/bge-m3";
/** Longest wait, ms: the results are there already. */
const TIMEOUT = 250;

/** The used part of Workers AI. */
export interface Embedder {
  run(model: typeof MODEL, input: { text: string[] }): Promise<{ data: number[][] }>;
}

interface Vector {
  id: string;
  values: number[];
}

/** The used part of a Vectorize index: 1,024 dimensions. */
export interface VectorStore {
  getByIds(ids: string[]): Promise<readonly { id: string; values: ArrayLike<number> }[]>;
  upsert(vectors: Vector[]): Promise<unknown>;
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, first, second] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    dot += x * y;
    first += x * x;
    second += y * y;
  }
  return first === 0 || second === 0 ? 0 : dot / Math.sqrt(first * second);
}

/**
 * Compares a query with events by embeddings. Vectors of events are made at their first comparison
 * and kept in the store.
 * @param later runs work after the response
 * @throws Error on a failure or after `timeout` ms
 */
export function createSimilarity(
  ai: Embedder,
  vectors: VectorStore,
  later: (work: Promise<unknown>) => void,
  timeout: number = TIMEOUT,
): Similarity {
  const compare: Similarity = async (query, events) => {
    const keyed = events.map(({ id, text }) => ({ id, text, key: `${id}:${textHash(text)}` }));
    const stored = new Map(
      (await vectors.getByIds(keyed.map(({ key }) => key))).map(({ id, values }) => [id, values]),
    );
    const missing = keyed.filter(({ key }) => !stored.has(key));
    const { data } = await ai.run(MODEL, { text: [query, ...missing.map(({ text }) => text)] });
    const [asked = [], ...made] = data;
    const added = missing.flatMap(({ key }, index) =>
      made[index] ? [{ id: key, values: made[index] }] : [],
    );
    if (added.length > 0) later(vectors.upsert(added).catch(() => {}));
    for (const { id, values } of added) stored.set(id, values);
    return new Map(
      keyed.flatMap(({ id, key }) => {
        const values = stored.get(key);
        return values ? [[id, cosine(asked, values)] as const] : [];
      }),
    );
  };
  return (query, events) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("Similarity timed out.")), timeout);
    });
    return Promise.race([compare(query, events), late]).finally(() => clearTimeout(timer));
  };
}
