import type { Operation } from "../../operation.ts";
import { routes } from "../../routes.ts";
import { componentOf } from "../components.ts";
import { componentSchemas, isJson, type Json, jsonSchema, queryFields } from "../json-schema.ts";
import { descriptions } from "../words/operations.ts";
import { parameterWords } from "../words/parameters.ts";
import { comment, fieldText, typeText } from "./type-text.ts";

/** The lists of paged answers that have several. */
const pageFields: Readonly<Record<string, string>> = { "visualization.rows": "rows" };

/** A paged answer's list: its field and the type of what is in it. */
interface Page {
  field: string;
  item: string;
}

const propertiesOf = (schema: Json): Json => (isJson(schema["properties"]) ? schema["properties"] : {});

/** The fields of an operation's answer. */
function replyFields({ reply }: Operation): Json {
  if (!reply) return {};
  const name = componentOf(reply);
  return propertiesOf((name === undefined ? undefined : componentSchemas[name]) ?? jsonSchema(reply));
}

const pathNames = ({ path }: Pick<Operation, "path">): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
const queryNames = ({ query }: Operation): string[] => (query ? queryFields(query).map(({ name }) => name) : []);

/** The fields of an operation's body as JSON Schema. */
function bodySchema({ id, body }: Operation): Json {
  if (!body) return {};
  const schema = componentSchemas[componentOf(body) ?? ""];
  if (!schema) throw new Error(`the body of ${id} has no name`);
  return schema;
}

/** The list that an operation returns page by page; undefined for others. Throws where it cannot be told which it is. */
export function pageOf(operation: Operation): Page | undefined {
  const fields = replyFields(operation);
  if (!queryNames(operation).includes("cursor") || !("next_cursor" in fields)) return undefined;
  const lists = Object.entries(fields).filter(([, field]) => isJson(field) && field["type"] === "array");
  const [found, another] = lists.filter(([name]) => name === (pageFields[operation.id] ?? name));
  if (!found || another) throw new Error(`which list of ${operation.id} is paged?`);
  const [field, list] = found;
  return { field, item: typeText(isJson(list) ? list["items"] : undefined) };
}

/** Path, query and body as one object, as a field of the operation. Throws where two of their fields share a name. */
function requestLines(operation: Operation): string[] {
  const { id, body } = operation;
  const fields = bodySchema(operation);
  const names = [...pathNames(operation), ...queryNames(operation), ...Object.keys(propertiesOf(fields))];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`${id} has two fields of the name ${twice}`);
  const parameters = [
    ...pathNames(operation).map((name) => ({
      place: "path" as const,
      name,
      required: true,
      schema: { type: "string" },
    })),
    ...(operation.query ? queryFields(operation.query) : []).map((field) => ({ place: "query" as const, ...field })),
  ];
  const own = parameters.flatMap(({ place, name, required, schema }) =>
    fieldText(name, { ...schema, description: parameterWords(place, id, name) }, { required, indent: "      " }),
  );
  const needed = parameters.some(({ required }) => required) || Array.isArray(fields["required"]);
  const field = needed ? "request" : "request?";
  const bodyType = body && typeText(jsonSchema(body));
  if (own.length === 0) return [`    ${field}: ${bodyType ?? "Record<string, never>"};`];
  return [`    ${field}: {`, ...own, `    }${bodyType === undefined ? "" : ` & ${bodyType}`};`];
}

/** What an operation returns. */
function answerTexts(operation: Operation): string[] {
  if (operation.produces === "text/event-stream") return ["    stream: TurnEvent;"];
  if (operation.produces) return [`    produces: "${operation.produces}";`];
  const reply = operation.reply ? typeText(jsonSchema(operation.reply)) : "undefined";
  const page = pageOf(operation);
  return [`    reply: ${reply};`, ...(page ? [`    item: ${page.item};`] : [])];
}

/** The interface of all operations: what each takes and returns. */
export const operationTypes = (): string[] => [
  "/** What each operation takes, the fields of its path, query and body as one object, and what it returns. */",
  "export interface Operations {",
  ...routes.flatMap((operation) => [
    ...comment(
      [
        `${operation.summary}.`,
        `${descriptions[operation.id] ?? ""}${operation.access === "admin" ? " For admins." : ""}`.trim(),
      ],
      "  ",
    ),
    `  "${operation.id}": {`,
    ...requestLines(operation),
    ...answerTexts(operation),
    ...(operation.multipart ? ["    multipart: true;"] : []),
    ...(isBearers(operation) ? [] : [`    access: "${operation.access}";`]),
    "  };",
  ]),
  "}",
  "",
];

/** Whether an operation is called with an access token, as most are. */
const isBearers = ({ access }: Operation): boolean => access === "member" || access === "admin";

/** What the client must know of an operation beside its address: most need nothing. */
function traitsOf(operation: Operation): string[] {
  const { access, produces } = operation;
  const page = pageOf(operation);
  const query = queryNames(operation);
  const [own, another] = operation.body ? query : [];
  if (another) throw new Error(`${operation.id} has a body and several fields in its query`);
  const traits = [
    ...(isBearers(operation) ? [] : [`access=${access}`]),
    ...(page ? [operation.path.endsWith(`/${page.field}`) ? "page" : `page=${page.field}`] : []),
    ...(produces ? [`produces=${produces.split(/\W/).at(-1)}`] : []),
    ...(own ? [`query=${own}`] : []),
  ];
  // The first of two has to have a value: the client cannot tell which is which otherwise.
  if (traits.length > 2 || (traits.length === 2 && traits[0] === "page"))
    throw new Error(`the traits of ${operation.id}`);
  return traits;
}

/** Operations that are no plain calls for whoever has an access token. */
const special = routes.filter(({ access, multipart }) => multipart || access === "api_key");

/** A path as the table has it: from `/v1/` on, and with `{chat}` for `{chat_id}`. */
function shortPath({ id, path }: Operation): string {
  if (pathNames({ path }).some((name) => !name.endsWith("_id"))) throw new Error(`what is in the path of ${id}?`);
  return path.replace(/^\//, "../").replace("../v1/", "").replaceAll("_id}", "}");
}

/** What all of these paths begin with: whole segments. */
function beginningOf([first = "", ...others]: readonly string[]): string {
  let beginning = first;
  while (others.some((other) => !other.startsWith(beginning))) beginning = beginning.replace(/(^|\/)[^/]*$/, "");
  return beginning;
}

/** The operations of one noun, as a line of the table. */
function nounLine(noun: string, operations: readonly Operation[]): string {
  const base = beginningOf(operations.map(shortPath));
  const verbs = operations.map((operation) => {
    const rest = shortPath(operation).slice(base.length);
    const method = operation.method === "POST" ? "" : operation.method;
    const own = rest.replace(`{${noun}}`, "{}");
    return [operation.id.slice(noun.length + 1), method, own, ...traitsOf(operation)].join(" ").trimEnd();
  });
  return `  ${noun}: "${[base, ...verbs].join()}",`;
}

/** The table from which the client makes its methods: as short as it can be read, since every page loads it. */
export function operationTable(): string[] {
  const plain = routes.filter((operation) => !special.includes(operation));
  const nouns = Map.groupBy(plain, ({ id }) => id.replace(/\..*/, ""));
  return [
    "/** Operations that other verbs do the work of: those that take files, and those of a server's key. */",
    `type Special = ${special.map(({ id }) => `"${id}"`).join(" | ")};`,
    "",
    "/** Every other operation. */",
    "export type OperationId = Exclude<keyof Operations, Special>;",
    "",
    "/**",
    " * The operations of each noun: what their paths begin with after `/v1/`, and each one's verb, method, which is POST where it is absent, rest of its path, where",
    " * `{chat}` is `{chat_id}`, and its traits: `access`, if not for whoever has an access token, `page`, the field of a page that holds",
    " * its items, if it is not the path's last word, `produces`, the last word of the media type of an answer that is not JSON, `query`, the field of the query string beside a body.",
    " */",
    "export const operations: Readonly<Record<string, string>> = {",
    ...Array.from(nouns, ([noun, own]) => nounLine(noun, own)),
    "};",
    "",
  ];
}
