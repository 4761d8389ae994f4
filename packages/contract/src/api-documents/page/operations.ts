import { everyError } from "../../every-error.ts";
import type { Operation } from "../../operation.ts";
import { failuresOf } from "../failures.ts";
import { isJson, type Json } from "../json-schema.ts";
import { codeLink, details, escape, json, prose, table, wire } from "./html.ts";
import { boundsText, fieldsTable, typeText } from "./schemas.ts";

const accessText: Record<Operation["access"], string> = {
  public: "Public",
  api_key: "API key",
  code: "Code of a link",
  session: "Cookie of a session",
  member: "Access token",
  admin: "Access token of an admin",
};

export const errorId = (code: string): string => `error-${code}`;

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const entries = (value: unknown): [string, Json][] =>
  Object.entries(isJson(value) ? value : {}).filter((entry): entry is [string, Json] => isJson(entry[1]));

function parametersTable(described: Json): string {
  const rows = objects(described["parameters"]).map((parameter) => {
    const schema = isJson(parameter["schema"]) ? parameter["schema"] : {};
    const bounds = boundsText(schema);
    const mark = parameter["required"] === true ? "" : ' <span class="optional">optional</span>';
    return [
      `<code>${escape(String(parameter["name"]))}</code>${mark}`,
      `${typeText(schema)}, in the ${String(parameter["in"])}`,
      `${prose(String(parameter["description"]))}${bounds && `<span class="bounds">${bounds}</span>`}`,
    ];
  });
  return rows.length > 0 ? `<h4>Parameters</h4>${table(["Name", "Type", "What it is"], rows)}` : "";
}

/** The examples of a body or an answer. */
function exampleOf(content: Json): string {
  const text = content["x-wire-example"];
  if (typeof text === "string") return details("Example", wire(text));
  const { example } = content;
  if (example === undefined) return "";
  return details("Example", typeof example === "string" ? wire(example) : json(example));
}

function bodyText(described: Json, schemas: Readonly<Record<string, Json>>): string {
  const body = isJson(described["requestBody"]) ? described["requestBody"] : {};
  return entries(body["content"])
    .map(([type, content]) => {
      const schema = isJson(content["schema"]) ? content["schema"] : {};
      const name = String(schema["$ref"]).split("/").at(-1) ?? "";
      return `<h4>Body: ${typeText(schema)} <small>${escape(type)}</small></h4>${fieldsTable(schemas[name] ?? schema)}${exampleOf(content)}`;
    })
    .join("");
}

function answerText(operation: Operation, described: Json): string {
  const [, answer = {}] = entries(described["responses"]).find(([status]) => status === String(operation.status)) ?? [];
  const contents = entries(answer["content"]);
  if (contents.length === 0) return `<h4>Returns ${operation.status}</h4><p>No body.</p>`;
  return contents
    .map(([type, content]) => {
      const schema = isJson(content["schema"]) ? content["schema"] : {};
      return `<h4>Returns ${operation.status}: ${typeText(schema)} <small>${escape(type)}</small></h4>${exampleOf(content)}`;
    })
    .join("");
}

function failuresText(operation: Operation): string {
  const failures = failuresOf(operation).map((code) => {
    const { status, message } = everyError[code];
    return [codeLink(errorId(code), code), String(status), escape(message)];
  });
  return failures.length > 0 ? details("Errors", table(["Code", "Status", "Text"], failures)) : "";
}

/** An operation with all that is said of it; `described` is what the OpenAPI document has. */
export function operationSection(
  operation: Operation,
  described: Json,
  schemas: Readonly<Record<string, Json>>,
): string {
  const { id, method, path, summary, access } = operation;
  return `<section id="${id}"><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path).replaceAll("/", "/<wbr>")}</code></h3>
<p class="lead">${prose(summary)}.</p><p>${prose(String(described["description"]))}</p>
<p class="access">${accessText[access]} · <code>${id}</code></p>
${parametersTable(described)}${bodyText(described, schemas)}${answerText(operation, described)}${failuresText(operation)}</section>`;
}
