import { examplesOf } from "../examples/examples.ts";
import { isJson, type Json } from "../json-schema.ts";
import { codeLink, details, escape, json, prose, table, textOf } from "./html.ts";

export const schemaId = (name: string): string => `schema-${name}`;

/** The component that a schema refers to. */
const nameOf = (schema: Json): string | undefined =>
  typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;

const schemasIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** A schema's type in a few words, components as links. */
export function typeText(schema: Json): string {
  const name = nameOf(schema);
  if (name !== undefined) return codeLink(schemaId(name), name);
  const choices = [...schemasIn(schema["oneOf"]), ...schemasIn(schema["anyOf"])];
  if (choices.length > 0) return choices.map(typeText).join(" or ");
  if (schema["const"] !== undefined) return `<code>${escape(JSON.stringify(schema["const"]))}</code>`;
  const values: unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  if (values.length > 0) return values.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(" or ");
  const { items, type, additionalProperties } = schema;
  const types = (Array.isArray(type) ? type : [type ?? "any value"]).map((one: unknown) => {
    if (one === "array" && isJson(items)) return `list of ${typeText(items)}`;
    if (one === "object" && isJson(additionalProperties)) return `map to ${typeText(additionalProperties)}`;
    return String(one);
  });
  return types.join(" or ");
}

const ranges = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minProperties", "maxProperties", " entries"],
] as const;

const valueText = (value: unknown): string => `<code>${escape(String(value))}</code>`;

function rangeText(least: unknown, most: unknown, unit: string): string {
  if (least !== undefined && most !== undefined) return `${valueText(least)} to ${valueText(most)}${unit}`;
  if (least !== undefined) return `at least ${valueText(least)}${unit}`;
  return most === undefined ? "" : `at most ${valueText(most)}${unit}`;
}

/** What a schema says of its values' bounds. */
export const boundsText = (schema: Json): string =>
  [
    ...ranges.map(([least, most, unit]) => rangeText(schema[least], schema[most], unit)),
    ...["format", "pattern", "default"].map((keyword) =>
      schema[keyword] === undefined ? "" : `${keyword} ${valueText(schema[keyword])}`,
    ),
  ]
    .filter((text) => text !== "")
    .join(", ");

const described = (schema: Json): string => {
  const bounds = boundsText(schema);
  const old = schema["deprecated"] === true ? "<em>Deprecated.</em> " : "";
  return `${old}${prose(textOf(schema["description"]))}${bounds && `<span class="bounds">${bounds}</span>`}`;
};

/** The fields of an object as a table. */
export function fieldsTable(schema: Json): string {
  if (!isJson(schema["properties"]))
    return `<p>${typeText(schema)}${boundsText(schema) && `, ${boundsText(schema)}`}</p>`;
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const rows = Object.entries(schema["properties"]).map(([name, field]) => {
    const known = isJson(field) ? field : {};
    const mark = required.includes(name) ? "" : ' <span class="optional">optional</span>';
    return [`<code>${escape(name)}</code>${mark}`, typeText(known), described(known)];
  });
  return rows.length > 0 ? table(["Field", "Type", "What it is"], rows) : "<p>No fields.</p>";
}

/** The examples of a component, if it has some. */
export const examplesText = (name: string): string =>
  examplesOf(name).length > 0 ? details("Examples", examplesOf(name).map(json).join("")) : "";

/** A component with its fields and examples. */
export const schemaSection = ([name, schema]: readonly [string, Json]): string =>
  `<section id="${schemaId(name)}"><h3><code>${name}</code></h3><p>${prose(textOf(schema["description"]))}</p>
${fieldsTable(schema)}${examplesText(name)}</section>`;
