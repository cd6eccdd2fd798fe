export function trimWasm(bytes: Uint8Array, kept: RegExp): Uint8Array;
export const USED_EXPORTS: Readonly<Record<string, RegExp>>;
