import "./set-up/require-node.mjs";
import { globSync, readFileSync } from "node:fs";
import process from "node:process";
import ts from "typescript";

/**
 * Form fields, tables and dialogs are drawn by the kit (app/ui), which labels and describes them
 * (docs/decisions/ui-kit.md). Files outside it have none of their own, except these; an exception
 * that is no longer needed fails too.
 */
const RAW = new Set(["input", "select", "textarea", "table", "dialog"]);

/** Public pages keep their light parts (docs/decisions/public-weight.md). */
const PUBLIC = [
  "app/routes/public/",
  "app/routes/auth/fields.tsx",
  "app/components/event-browser/",
  "app/components/search-box/",
  "app/routes/collections/collection/",
];
const OTHERS = [
  // Its dialog opens over public pages too.
  "app/components/onboarding/",
  // Months, whose cells are days; readers choose nothing in them.
  "app/routes/authoring/event-form/schedule-section.tsx",
  // Comboboxes in a header and a sidebar.
  "app/components/admin/admin-search.tsx",
  "app/routes/admin/shell/admin-shell.tsx",
];

/**
 * The lines of a file with an element of RAW that readers see: not `type="hidden"`, not `hidden`.
 */
function rawLines(path) {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const lines = [];
  const visit = (node) => {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      RAW.has(node.tagName.getText()) &&
      !isHidden(node)
    )
      lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

const isHidden = ({ attributes }) =>
  attributes.properties.some(
    (attribute) =>
      ts.isJsxAttribute(attribute) &&
      (attribute.getText() === 'type="hidden"' || attribute.getText() === "hidden"),
  );

const exceptions = new Map([...PUBLIC, ...OTHERS].map((path) => [path, 0]));
const faults = [];
for (const path of globSync("app/**/*.tsx", { exclude: ["app/ui/**"] })) {
  const lines = rawLines(path);
  if (lines.length === 0) continue;
  const exception = [...exceptions.keys()].find((start) => path.startsWith(start));
  if (exception) exceptions.set(exception, exceptions.get(exception) + lines.length);
  else for (const line of lines) faults.push(`${path}:${line}: draw it with a part of app/ui`);
}
for (const [path, count] of exceptions)
  if (count === 0)
    faults.push(`${path}: no exception is needed any more (scripts/check-controls.mjs)`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
