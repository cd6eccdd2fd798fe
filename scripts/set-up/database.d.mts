export function prepareDatabase(options?: { persistTo?: string; now?: string }): Promise<void>;
export function executeSql(sql: string, options?: { persistTo?: string }): Promise<void>;
