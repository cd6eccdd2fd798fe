export function prepareDatabase(options?: { persistTo?: string; now?: string }): Promise<void>;
export function executeSql(sql: string, options?: { persistTo?: string }): Promise<void>;

/** Puts a file into the local bucket of media, while no server runs. */
export function storeObject(
  key: string,
  file: string,
  options: { persistTo: string },
): Promise<void>;

export function createDatabase(persistTo?: string): Promise<void>;
