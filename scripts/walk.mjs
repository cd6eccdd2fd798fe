import "./set-up/require-node.mjs";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import process from "node:process";
import ts from "typescript";
import { root } from "./set-up/environment.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";

/** A moderator rejects a new event. */
const REJECTION = {
  pressed: ["reject", "approve", "merge", "keep-both"],
  intent: ["reject", "approve", "merge", "keep", "keep-both"],
  kind: ["new", "edit", "report", "reported", "candidate", "source", "plan", "duplicate"],
};

/** The view of an address without `view`: no month, no map, and not one's own calendar. */
const LIST = {
  view: ["list", "calendar", "month", "mine", "map"],
  listView: ["grid", "month", "map"],
  calendar: [false, true],
  map: [false, true],
  month: [false, true],
};

/**
 * `npm run walk -- event`: the files that a flow passes through, with the lines of each that it
 * uses. A declaration leads on to those that it names, so a file counts only where the flow needs
 * something in it; types do not count. The domains of a flow are walked through; of another domain
 * only the file that is called counts, since its name and doc comment say what it does. A thing of
 * which there are many passes through the files that name the example.
 *
 * A flow is one case of its code: `given` says, by folder, which value of a name it has, first, and
 * which others it could have. A branch that compares the name with another of these values, and an
 * entry of a table for another, are not walked.
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
    given: { "app/": LIST },
  },
  reject: {
    title: "A rejection, from its button to the email",
    domains: ["review", "notifications"],
    from: [
      "app/routes/admin/review/pending-events/route.tsx#action",
      "app/modules/notifications/expand-domain-event.server.ts#expandDomainEvent",
      "app/modules/mail/deliver-mail.server.ts#deliverMail",
    ],
    given: {
      "app/routes/admin/": REJECTION,
      "app/modules/review/": REJECTION,
      "app/modules/notifications/": { isOfCity: [false, true] },
    },
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

/** What a file gives to others: where a walk from all of it begins. */
const exportedNames = (path) =>
  [...readFile(path).declared].flatMap(([name, statement]) =>
    ts.isExportAssignment(statement) ||
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      ? [name]
      : [],
  );

const boundNames = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (element.name ? boundNames(element.name) : []));

const UNKNOWN = Symbol("a value that the case leaves open");
const isOne = (node, ...kinds) => kinds.includes(node.kind);

/** The value of an expression in the case of a flow. @param given the values of names, case first */
function valueIn(node, given) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (isOne(node, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword))
    return node.kind === ts.SyntaxKind.TrueKeyword;
  if (ts.isParenthesizedExpression(node)) return valueIn(node.expression, given);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const value = valueIn(node.operand, given);
    return value === UNKNOWN ? UNKNOWN : !value;
  }
  if (ts.isBinaryExpression(node)) return valueOfPair(node, given);
  const name = nameOf(node);
  return name !== null && Object.hasOwn(given, name) ? given[name][0] : UNKNOWN;
}

/** The name that holds a value: a variable, a property, a form's field, an address's parameter. */
function nameOf(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isCallExpression(node)) return null;
  const called = node.expression.getText();
  const field =
    called === "fieldOf" ? node.arguments[1] : called === "searchParams.get" && node.arguments[0];
  return field && ts.isStringLiteral(field) ? field.text : null;
}

function valueOfPair({ left, operatorToken, right }, given) {
  if (operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteral(left))
    return Object.hasOwn(given, left.text) ? given[left.text][0] : UNKNOWN;
  const [one, other] = [valueIn(left, given), valueIn(right, given)];
  const isSame = operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
  if (isSame || operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) {
    const known = given[nameOf(left)];
    return known?.includes(other) ? (one === other) === isSame : UNKNOWN;
  }
  const decides = {
    [ts.SyntaxKind.AmpersandAmpersandToken]: false,
    [ts.SyntaxKind.BarBarToken]: true,
  };
  const decisive = decides[operatorToken.kind];
  if (decisive === undefined) return UNKNOWN;
  if (one === decisive || other === decisive) return decisive;
  return one === UNKNOWN || other === UNKNOWN ? UNKNOWN : !decisive;
}

const endsFlow = (node) =>
  node !== undefined &&
  (ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    (ts.isBlock(node) && endsFlow(node.statements.at(-1))));

/** The parts of a node that the case passes through. */
function partsOf(node, given) {
  const { condition = node.expression } = node;
  const branches = ts.isIfStatement(node)
    ? [node.thenStatement, node.elseStatement]
    : ts.isConditionalExpression(node)
      ? [node.whenTrue, node.whenFalse]
      : null;
  if (branches) {
    const value = valueIn(condition, given);
    const [yes, no] = branches;
    return [condition, ...(value === false ? [] : [yes]), ...(value === true || !no ? [] : [no])];
  }
  if (ts.isBlock(node)) {
    const end = node.statements.findIndex(
      (one) =>
        ts.isIfStatement(one) &&
        ((valueIn(one.expression, given) === true && endsFlow(one.thenStatement)) ||
          (valueIn(one.expression, given) === false && endsFlow(one.elseStatement))),
    );
    return end < 0 ? [...node.statements] : node.statements.slice(0, end + 1);
  }
  if (ts.isBinaryExpression(node)) {
    const value = valueIn(node.left, given);
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    const isOr = node.operatorToken.kind === ts.SyntaxKind.BarBarToken;
    if ((isAnd && value === false) || (isOr && value === true)) return [node.left];
  }
  const parts = [];
  ts.forEachChild(node, (part) => void parts.push(part));
  return parts;
}

/** `TABLE[kind][intent]`: the table's name and the entry's keys; null where the case leaves it open. */
function lookupOf(node, given) {
  const keys = [];
  let table = node;
  for (; ts.isElementAccessExpression(table); table = table.expression) {
    const key = valueIn(table.argumentExpression, given);
    if (typeof key !== "string") return null;
    keys.unshift(key);
  }
  return keys.length > 0 && ts.isIdentifier(table) ? { table: table.text, keys } : null;
}

/** The entry of a table that a statement declares; null if it is no table or lacks the key. */
function entryOf(statement, name, keys) {
  if (!ts.isVariableStatement(statement)) return null;
  let node = statement.declarationList.declarations.find(
    (one) => one.name.getText() === name,
  )?.initializer;
  for (const key of keys) {
    while (node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)))
      node = node.expression;
    if (!node || !ts.isObjectLiteralExpression(node)) return null;
    const entry = node.properties.find((one) => one.name?.text === key);
    node = entry && (ts.isShorthandPropertyAssignment(entry) ? entry.name : entry.initializer);
    if (!node) return entry ?? null;
  }
  return node ?? null;
}

/** Files with the statements that the flow uses. */
function walk({ from, domains, given = {} }) {
  const isWalked = (path) => {
    const [, domain] = /^app\/modules\/([^/]+)\//.exec(path) ?? [];
    return domain === undefined || domains.includes(domain);
  };
  const caseOf = (path) =>
    Object.entries(given).find(([folder]) => path.startsWith(folder))?.[1] ?? {};
  const used = new Map();
  const waiting = from.flatMap((entry) => {
    const [path, name] = entry.split("#");
    if (!existsSync(join(root, path))) throw new SetUpError(`There is no ${path}.`, "");
    return name ? [[path, name]] : exportedNames(path).map((own) => [path, own]);
  });
  const seen = new Set();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, name, keys = []] = next;
    const step = [path, name, ...keys].join("#");
    if (seen.has(step)) continue;
    seen.add(step);
    const file = readFile(path);
    if (name === "*") {
      for (const own of file.declared.keys()) waiting.push([path, own]);
      continue;
    }
    const elsewhere = file.passedOn.get(name);
    if (elsewhere) waiting.push([elsewhere.file, elsewhere.name, keys]);
    const statement = file.declared.get(name);
    if (!statement) continue;
    used.set(path, (used.get(path) ?? new Set()).add(statement));
    const leadsOn = isWalked(path);
    const given = caseOf(path);
    const follow = (identifier, entry) => {
      const target = file.imported.get(identifier);
      if (target && leadsOn) waiting.push([target.file, target.name, entry]);
      else if (file.declared.has(identifier)) waiting.push([path, identifier, entry]);
    };
    const visit = (node) => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node)) follow(node.text);
      if (ts.isCallExpression(node) && isOne(node.expression, ts.SyntaxKind.ImportKeyword)) {
        const target = node.arguments[0] && resolve(path, node.arguments[0].text ?? "");
        if (target) waiting.push([target, "*"]);
      }
      // Whether a table has a key: no entry is used.
      if (ts.isCallExpression(node) && node.expression.getText() === "Object.hasOwn") return;
      const lookup = ts.isElementAccessExpression(node) ? lookupOf(node, given) : null;
      if (lookup) return follow(lookup.table, lookup.keys);
      for (const part of partsOf(node, given)) visit(part);
    };
    visit(entryOf(statement, name, keys) ?? statement);
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
