import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** Names that Remix reads from a route's module (v2 route module API); every route exports them. */
const ROUTE_EXPORTS = new Set([
  "action",
  "clientAction",
  "clientLoader",
  "ErrorBoundary",
  "handle",
  "headers",
  "links",
  "loader",
  "meta",
  "shouldRevalidate",
]);

/**
 * Parts that `app/ui` replaces; each name goes with the older part of `app/components` or
 * `app/routes`.
 */
const REPLACED_BY_UI = new Set(["Field", "Form", "Pager", "Scroller", "Section", "SubmitButton"]);

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  Boolean(ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) &&
  !ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? boundNames(element.name) : [],
  );
}

/**
 * Names that a statement declares and exports, types included. Re-exports from another module
 * declare nothing.
 */
function exportedNames(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement))
    return statement.moduleSpecifier ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause)
      ? []
      : statement.exportClause.elements.map(({ name }) => name.text);
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = statement as ts.Statement & { name?: ts.Identifier };
  return name ? [name.text] : [];
}

it("no two modules of the product export one name", { timeout: 60_000 }, () => {
  const files = execFileSync("git", ["ls-files", "app", "worker", "db", "party"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    // Used as `paths.<name>` alone.
    .filter((file) => !file.startsWith("app/lib/paths/"));
  const modules = new Map<string, Set<string>>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
    for (const name of source.statements.flatMap(exportedNames))
      modules.set(name, (modules.get(name) ?? new Set()).add(file));
  }
  const repeated = [...modules].filter(
    ([name, { size }]) => size > 1 && !ROUTE_EXPORTS.has(name) && !REPLACED_BY_UI.has(name),
  );
  expect(repeated.map(([name, places]) => `${name}: ${[...places].join(", ")}`)).toEqual([]);
});
