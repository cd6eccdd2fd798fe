import type { Database } from "../../../db/client";
export async function rebuildSearch(_db: Database, _options: { chunk?: number; onProgress?: (done: number) => void } = {}): Promise<number> {
  return 0;
}
