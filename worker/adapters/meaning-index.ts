import type { MeaningIndex } from "../../app/lib/deps";
import { textHash } from "../../app/lib/text/text-hash";

const MODEL = "@cf/baai/bge-m3";
/** Longest wait of a search, ms. */
const TIMEOUT = 250;
/** Events that a query finds. */
const NEAREST = 50;
/** Most ids of one `getByIds` (Vectorize, limits). */
const IDS_MAX = 20;

/** The used part of Workers AI. */
export interface Embedder {
  run(model: typeof MODEL, input: { text: string[] }): Promise<{ data: number[][] }>;
}

/** A vector of Vectorize; `text` is the hash of what it was made of. */
interface Vector {
  id: string;
  values: number[];
  metadata: { text: string };
}

/** The used part of a Vectorize index: 1,024 dimensions, cosine. */
export interface VectorStore {
  query(values: number[], options: { topK: number }): Promise<{ matches: { id: string }[] }>;
  getByIds(ids: string[]): Promise<readonly { id: string; metadata?: { text?: unknown } }[]>;
  upsert(vectors: Vector[]): Promise<unknown>;
  deleteByIds(ids: string[]): Promise<unknown>;
}

/** Parts of a list of so many. */
const partsOf = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, (part + 1) * size),
  );

/**
 * Events by embeddings of Workers AI in Vectorize, whose changes are seen some seconds later.
 * @param timeout of a search, ms
 */
export function createMeaningIndex(
  ai: Embedder,
  vectors: VectorStore,
  timeout: number = TIMEOUT,
): MeaningIndex {
  const find = async (query: string) => {
    const { data } = await ai.run(MODEL, { text: [query] });
    const [values] = data;
    if (!values) throw new Error("No vector of the query.");
    const { matches } = await vectors.query(values, { topK: NEAREST });
    return matches.map(({ id }) => id);
  };
  return {
    nearest(query) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("The index by meaning timed out.")), timeout);
      });
      return Promise.race([find(query), late]).finally(() => clearTimeout(timer));
    },
    async renew(events) {
      for (const part of partsOf(events, IDS_MAX)) {
        const stored = new Map(
          (await vectors.getByIds(part.map(({ id }) => id))).map(({ id, metadata }) => [
            id,
            metadata?.text,
          ]),
        );
        const changed = part.filter(({ id, text }) => stored.get(id) !== textHash(text));
        if (changed.length === 0) continue;
        const { data } = await ai.run(MODEL, { text: changed.map(({ text }) => text) });
        const made = changed.flatMap(({ id, text }, index) => {
          const values = data[index];
          return values ? [{ id, values, metadata: { text: textHash(text) } }] : [];
        });
        if (made.length < changed.length) throw new Error("The model left out vectors.");
        await vectors.upsert(made);
      }
    },
    async remove(ids) {
      for (const part of partsOf(ids, IDS_MAX)) await vectors.deleteByIds(part);
    },
  };
}
