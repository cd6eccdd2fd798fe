import "./set-up/require-node.mjs";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import process from "node:process";
import ts from "typescript";
import { root } from "./set-up/environment.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";

/**
 * `npm run walk -- event`: the files that a flow passes through, with the lines of each that it
 * uses. A declaration leads on to those that it names, so a file counts only where the flow needs
 * something in it; types do not count. The domains of a flow are walked through; of another domain
 * only the file that is called counts, since its name and doc comment say what it does. A thing of
 * which there are many passes through the files that name the example.
 */
const FLOWS = {
  event: {
    title: "The page of an event",
    domains: ["events"],
    from: ["app/routes/public/event/route.tsx"],
  },
  list: {
    title: "The list of events",
    domains: ["events"],
    from: ["app/routes/public/events/route.tsx"],
  },
  reject: {
    title: "A rejection, from its button to the email",
    domains: ["review", "notifications"],
    from: [
      "app/routes/admin/review/pending-events/route.tsx#action",
      "app/modules/notifications/expand-domain-event.server.ts#expandDomainEvent",
      "app/modules/mail/deliver-mail.server.ts#deliverMail",
    ],
  },
  setting: { title: "A setting", named: "maxAutoFlagsPerHour" },
  field: { title: "A field of an event", named: "waitlistUrl" },
  operation: { title: "An operation of the API", named: "orderCollection" },
};

/** Made by a command, or tests. */
const NOT_WRITTEN = /^(clients|docs\/specification|migrations\/meta|tests|scripts)\/|\.test\.tsx?$/;

/** What every page stands on: helpers, texts, the kit, the tables. A walk ends there. */
const GROUND = /^(app\/(lib|ui|i18n|locales|styles)\/|app\/theme\.ts|db\/|party\/|build\/)/;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts"];

const files = new Map();

/** The declarations of a file by name, with what each names, and where its imports lead. */
function readFile(path) {
  const known = files.get(path);
  if (known) return known;
  const text = readFileSync(join(root, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const declared = new Map();
  const imported = new Map();
  const passedOn = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) noteImport(path, statement, imported);
    else if (ts.isExportDeclaration(statement)) notePassedOn(path, statement, passedOn);
    else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement))
      for (const name of namesOf(statement)) declared.set(name, statement);
  }
  const file = { source, declared, imported, passedOn };
  files.set(path, file);
  return file;
}

function resolve(from, specifier) {
  const [path] = specifier.split("?");
  const base = path.startsWith("~/")
    ? join("app", path.slice(2))
    : path.startsWith(".")
      ? normalize(join(dirname(from), path))
      : null;
  if (base === null) return null;
  const found = ENDINGS.map((ending) => base + ending).find(
    (file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile(),
  );
  return found && /\.tsx?$/.test(found) && !GROUND.test(found) ? found : null;
}

function noteImport(path, { importClause, moduleSpecifier }, imported) {
  const file = resolve(path, moduleSpecifier.text);
  if (!file || !importClause || importClause.isTypeOnly) return;
  if (importClause.name) imported.set(importClause.name.text, { file, name: "default" });
  const bindings = importClause.namedBindings;
  if (!bindings) return;
  if (ts.isNamespaceImport(bindings))
    return void imported.set(bindings.name.text, { file, name: "*" });
  for (const { isTypeOnly, name, propertyName } of bindings.elements)
    if (!isTypeOnly) imported.set(name.text, { file, name: (propertyName ?? name).text });
}

function notePassedOn(path, { exportClause, moduleSpecifier, isTypeOnly }, passedOn) {
  const file = moduleSpecifier && resolve(path, moduleSpecifier.text);
  if (isTypeOnly || !file || !exportClause || !ts.isNamedExports(exportClause)) return;
  for (const element of exportClause.elements)
    if (!element.isTypeOnly)
      passedOn.set(element.name.text, { file, name: (element.propertyName ?? element.name).text });
}

/** The names that a statement declares; "default" for a default export. */
function namesOf(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (ts.isExportAssignment(statement)) return ["default"];
  const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  return [...(statement.name ? [statement.name.text] : []), ...(isDefault ? ["default"] : [])];
}

const boundNames = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (element.name ? boundNames(element.name) : []));

/** Files with the statements that the flow uses. */
function walk({ from, domains }) {
  const isWalked = (path) => {
    const [, domain] = /^app\/modules\/([^/]+)\//.exec(path) ?? [];
    return domain === undefined || domains.includes(domain);
  };
  const used = new Map();
  const waiting = from.flatMap((entry) => {
    const [path, name] = entry.split("#");
    if (!existsSync(join(root, path))) throw new SetUpError(`There is no ${path}.`, "");
    return name ? [[path, name]] : [...readFile(path).declared.keys()].map((own) => [path, own]);
  });
  const seen = new Set();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, name] = next;
    if (seen.has(`${path}#${name}`)) continue;
    seen.add(`${path}#${name}`);
    const file = readFile(path);
    if (name === "*") {
      for (const own of file.declared.keys()) waiting.push([path, own]);
      continue;
    }
    const elsewhere = file.passedOn.get(name);
    if (elsewhere) waiting.push([elsewhere.file, elsewhere.name]);
    const statement = file.declared.get(name);
    if (!statement) continue;
    const statements = used.get(path) ?? new Set();
    used.set(path, statements.add(statement));
    const leadsOn = isWalked(path);
    const visit = (node) => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node)) {
        const target = file.imported.get(node.text);
        if (target && leadsOn) waiting.push([target.file, target.name]);
        else if (file.declared.has(node.text)) waiting.push([path, node.text]);
      }
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        const target = node.arguments[0] && resolve(path, node.arguments[0].text ?? "");
        if (target) waiting.push([target, "*"]);
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
  }
  return used;
}

/** The files that name a thing, with the number of lines that do; tests and made files apart. */
function filesNaming(name) {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found = execFileSync("git", ["grep", "-cwIE", `${name}|${column}`], {
    cwd: root,
    encoding: "utf8",
  });
  return found
    .trim()
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([path]) => !NOT_WRITTEN.test(path))
    .map(([path, lines]) => ({ path, lines: Number(lines) }));
}

const linesOf = (source, statements) =>
  [...statements].reduce((sum, statement) => {
    const line = (at) => source.getLineAndCharacterOfPosition(at).line;
    return sum + line(statement.getEnd()) - line(statement.getStart()) + 1;
  }, 0);

function main() {
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  const isBrief = process.argv.includes("--brief");
  for (const name of wanted.length > 0 ? wanted : Object.keys(FLOWS)) {
    const flow = FLOWS[name];
    if (!flow)
      throw new SetUpError(
        `There is no flow "${name}".`,
        `The flows are: ${Object.keys(FLOWS).join(", ")}.`,
      );
    const rows = flow.named
      ? filesNaming(flow.named)
      : [...walk(flow)].map(([path, statements]) => ({
          path,
          lines: linesOf(readFile(path).source, statements),
        }));
    rows.sort((a, b) => (a.path < b.path ? -1 : 1));
    if (!isBrief)
      for (const { path, lines } of rows)
        say(`${String(lines).padStart(5)}  ${relative(".", path)}`);
    const lines = rows.reduce((sum, row) => sum + row.lines, 0);
    say(`${flow.title}: ${rows.length} files, ${lines} lines\n`);
  }
}

try {
  main();
} catch (error) {
  exitWith(error);
}
