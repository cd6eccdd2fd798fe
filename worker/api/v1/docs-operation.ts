import { html } from "hono/html";
import type { Locale } from "../../../app/i18n/locale";
import { can, type Permission, ROLES } from "../../../app/lib/permissions";
import { apiTextsFor } from "./api-texts";
import { FAILURES } from "./describe";
import {
  code,
  type Html,
  type JsonSchema,
  type LinkTo,
  nameOf,
  prose,
  rowOf,
  table,
  typeOf,
} from "./docs-parts";
import { API_BASE } from "./openapi";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

export interface Operation {
  path: string;
  /** In capitals. */
  method: string;
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  "x-permission"?: Permission;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
}

interface OperationContext {
  locale: Locale;
  /** Where the API begins, with the origin. */
  base: string;
  objects: Readonly<Record<string, JsonSchema>>;
  linkTo: LinkTo;
}

const EXAMPLE_QUERIES: Record<string, string> = {
  listEvents: "?city=tehran&category=Concert&when=weekend",
  searchCities: "?q=teh&lang=fa",
  listCities: "?lang=fa",
  searchUsers: "?q=sara",
};

const PLACES = ["path", "query", "header"] as const;

/** Raw file types of a request body; none without a file. */
const fileTypesOf = (body: Operation["requestBody"]) =>
  Object.keys(body?.content ?? {}).filter(
    (type) => type !== "application/json" && type !== "multipart/form-data",
  );

/** The request as a curl command. */
function curl(
  { path, method, tags, operationId, requestBody, "x-permission": permission }: Operation,
  base: string,
): string {
  const address =
    base +
    path
      .replace("{id}", tags[0] === "cities" ? "tehran" : "019b7647-f000-77c5-8015-667f3d6d7db0")
      .replace("{group}", "moderation")
      .replace("{key}", "discover.moods");
  const body = requestBody?.content["application/json"]?.example;
  const file = fileTypesOf(requestBody)[0];
  const options = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(permission ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
    ...(file ? [`-H "Content-Type: ${file}"`, "--data-binary @file"] : []),
  ];
  return ["curl", ...options, `"${address}${EXAMPLE_QUERIES[operationId] ?? ""}"`].join(
    options.length > 1 ? " \\\n  " : " ",
  );
}

/** The least role that may call an operation; undefined where everyone may. */
export const roleFor = ({ "x-permission": permission }: Operation) =>
  permission && ROLES.find((role) => can({ role, isVerified: true }, permission));

/** An operation of the reference: its input, its responses, and examples. */
export function operationSection(
  operation: Operation,
  { locale, base, objects, linkTo }: OperationContext,
): Html {
  const say = apiTextsFor(locale);
  const row = rowOf(locale, linkTo);
  const columns = [say("page.parameter"), say("page.type"), say("page.meaning")];

  const parameters = (place: (typeof PLACES)[number]) => {
    const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    const heading = say(`page.${place}`);
    return found.length === 0
      ? ""
      : html`<h2>${heading}</h2>
${table(
  `${operation.summary}: ${heading}`,
  columns,
  found.map(({ name, schema, description: meaning, required }) =>
    row(name, schema, meaning, required === true),
  ),
)}`;
  };

  const body = () => {
    const files = fileTypesOf(operation.requestBody);
    if (files.length > 0)
      return html`<h2>${say("page.body")}</h2>
<p>${[...files, "multipart/form-data"].map((type) => html`<code dir="ltr">${type}</code> `)}</p>`;
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const name = nameOf(schema?.$ref ?? "");
    const { properties = {}, required = [] } = objects[name] ?? {};
    return !schema
      ? ""
      : html`<h2>${say("page.body")}: <code dir="ltr">${typeOf(schema, linkTo)}</code></h2>
${table(
  `${operation.summary}: ${say("page.body")}`,
  [say("page.field"), ...columns.slice(1)],
  Object.entries(properties).map(([field, type]) =>
    row(field, type, type.description, required.includes(field)),
  ),
)}`;
  };

  const answers = () =>
    table(
      `${operation.summary}: ${say("page.answers")}`,
      [say("page.status"), ...columns.slice(1)],
      Object.entries(operation.responses).map(([status, response]) => {
        const failure = Object.values(FAILURES).find(
          ({ name }) => name === nameOf(response.$ref ?? ""),
        );
        const content = Object.values(response.content ?? {})[0];
        return html`<tr>
<th scope="row"><code>${status}</code></th>
<td>${failure ? html`<code dir="ltr"><a href="${linkTo("Error")}">Error</a></code>` : content ? html`<code dir="ltr">${typeOf(content.schema, linkTo)}</code>` : "–"}</td>
<td>${prose(failure ? say(`answers.${failure.code}`) : response.description)}</td>
</tr>`;
      }),
    );

  const access = () => {
    const role = roleFor(operation);
    if (!role) return "";
    return html`<p class="access">${role === "user" ? say("page.needsToken") : say("page.needsRole", { role: say(`page.roles.${role}`) })}</p>`;
  };

  const answered = Object.entries(operation.responses).find(([status]) =>
    status.startsWith("2"),
  )?.[1];
  const content = Object.values(answered?.content ?? {})[0];
  const isFile = fileTypesOf(operation.requestBody).length > 0;
  return html`<article id="${operation.operationId}"${isFile ? "" : html` data-try`}>
<p class="address" dir="ltr"><b>${operation.method}</b> <code>${API_BASE}${operation.path}</code></p>
<p>${prose(operation.description)}</p>
${access()}
${PLACES.map(parameters)}
${body()}
<h2>${say("page.answers")}</h2>
${answers()}
<h2>${say("page.example")}</h2>
${code(curl(operation, base), `${operation.summary}: ${say("page.example")}`)}
<details><summary>${say("page.exampleAnswer")}</summary>
${content ? code(content.example, `${operation.summary}: ${say("page.exampleAnswer")}`) : html`<p>${say("page.nothing")}</p>`}
</details>
</article>`;
}
