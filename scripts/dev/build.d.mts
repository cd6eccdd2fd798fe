export interface Built {
  modules: Record<"worker.js" | "manifest.js" | "data.js" | "packages.js", string>;
}

export function createDevBuild(options: { root: string; folder: string }): {
  rebuild(changed?: readonly string[], options?: { isDue?: boolean }): Promise<Built | null>;
  dispose(): Promise<void>;
};
