export const AREAS: { files: RegExp; specs: string[] }[];
export const WHOLE_RUN: string[];
export function changeBase(): string;
export function changedFiles(base: string): string[];
export function specsOf(files: string[]): string[];
