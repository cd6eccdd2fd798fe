import { Miniflare } from "miniflare";

/** How a statement is run, by D1's own names; `batch` takes several. */
type How = "all" | "raw" | "run" | "batch";

/** Runs statements that arrive as JSON; bytes are arrays within `{ bytes }`. */
const WORKER = `
const read = (value) => value?.bytes ? new Uint8Array(value.bytes) : value;
export default {
  async fetch(request, env) {
    const { name, how, statements } = await request.json();
    const made = statements.map(({ sql, values }) => env[name].prepare(sql).bind(...values.map(read)));
    try {
      return Response.json({ result: how === "batch" ? await env[name].batch(made) : await made[0][how]() });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

type Send = (how: How, statements: readonly NodeStatement[]) => Promise<unknown>;

class NodeStatement {
  constructor(
    private readonly send: Send,
    readonly sql: string,
    readonly values: readonly unknown[] = [],
  ) {}
  bind(...values: unknown[]) {
    return new NodeStatement(this.send, this.sql, values);
  }
  all() {
    return this.send("all", [this]);
  }
  run() {
    return this.send("run", [this]);
  }
  raw() {
    return this.send("raw", [this]);
  }
  async first() {
    const { results } = (await this.all()) as { results: unknown[] };
    return results[0] ?? null;
  }
  toJSON() {
    const values = this.values.map((value) =>
      value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : value,
    );
    return { sql: this.sql, values };
  }
}

/**
 * Empty D1 databases for tests in Node, in workerd's memory. Miniflare's own proxy blocks Node for
 * some 4 ms at each `prepare` and each `bind`; here a statement or batch is one request.
 */
export async function nodeDatabases<Name extends string>(names: readonly Name[]) {
  const miniflare = new Miniflare({
    workers: [
      {
        config: {
          name: "databases",
          compatibilityDate: "2026-11-01",
          manifest: {
            mainModule: "index.js",
            modules: { "index.js": { type: "esm", contents: WORKER } },
          },
          env: Object.fromEntries(names.map((id) => [id, { type: "d1", id }])),
        },
      },
    ],
  } as never);
  await miniflare.ready;
  const open = (name: Name): D1Database => {
    const send: Send = async (how, statements) => {
      const response = await miniflare.dispatchFetch("http://databases/", {
        method: "POST",
        body: JSON.stringify({ name, how, statements }),
      });
      const answer = (await response.json()) as { result: unknown; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.result;
    };
    return {
      prepare: (sql: string) => new NodeStatement(send, sql),
      batch: (statements: NodeStatement[]) => send("batch", statements),
    } as unknown as D1Database;
  };
  return { open, dispose: () => miniflare.dispose() };
}
