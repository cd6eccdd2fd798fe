export function prepareDatabase(options?: { persistTo?: string; now?: string }): Promise<void>;
