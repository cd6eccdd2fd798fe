import "./set-up/require-node.mjs";
import { exitWith } from "./set-up/report.mjs";
import { serve } from "./set-up/serve.mjs";

serve().catch(exitWith);
