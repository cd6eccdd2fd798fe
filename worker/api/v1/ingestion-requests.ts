import * as v from "valibot";
import { PathId } from "./operation";

/** The permission of all ingestion endpoints (decisions.md §6). */
export const INGESTION_PERMISSION = "ingestion:manage" as const;

export const IdPath = v.object({ id: PathId });
