import type { Deps } from "../deps";

type Drawings = Readonly<Record<string, string>>;

/** The drawings of data/motifs/, written by scripts/make-motifs.mjs. */
const DRAWINGS_PATH = "/drawings/motifs.json";

let drawings: Promise<Drawings> | undefined;

/** The file of a motif's drawing. The shipped file of all is read once per isolate. */
export async function readMotif(shipped: Deps["shipped"], motif: string): Promise<string> {
  drawings ??= shipped(DRAWINGS_PATH).then(
    (response) => response.json<Drawings>(),
    (error: unknown) => {
      drawings = undefined;
      throw error;
    },
  );
  const art = (await drawings)[motif];
  if (art === undefined) throw new Error(`No drawing of ${motif}`);
  return art;
}
