import { type Imported, importOne } from "../../app/modules/intake/import/import-event.server";
import { importMaterial } from "../../app/modules/intake/import/import-material.server";

/** Imports as the page does: the material, then the draft of its one event. */
export const importEvent = async (
  ...[deps, actor, source, isAllowed]: Parameters<typeof importMaterial>
): Promise<Imported> =>
  importOne(deps, actor, await importMaterial(deps, actor, source, isAllowed));
