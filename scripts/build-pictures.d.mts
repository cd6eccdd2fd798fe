export function buildPictures(folder: string): Promise<void>;
export function pictureWorker(folder: string): {
  name: string;
  compatibilityDate: string;
  modulesRoot: string;
  modules: {
    type: "ESModule" | "CompiledWasm" | "Data";
    path: string;
    contents: Uint8Array<ArrayBuffer>;
  }[];
};
