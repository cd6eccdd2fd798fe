export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A JSON document; null for an invalid one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
