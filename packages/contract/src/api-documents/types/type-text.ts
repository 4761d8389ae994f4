import { isJson, type Json } from "../json-schema.ts";

/** Columns of a line, as the formatter has it. */
const LINE_COLUMNS = 120;

/**
 * Schemas whose name in the client's types is another one: there, `Turn` is the turn that a caller holds, and `TurnError`
 * what it throws.
 */
const otherNames: Readonly<Record<string, string>> = { Turn: "DurableTurn", TurnError: "TurnFailure" };

/** A schema's name in the client's types. */
export const typeName = (component: string): string => otherNames[component] ?? component;

/** Choices of several schemas that have a name of their own, by what they would be without it. */
const choices: Readonly<Record<string, string>> = { "Chart | Table": "Visualization" };

const union = (types: readonly string[]): string => {
  const text = [...new Set(types)].join(" | ");
  return choices[text] ?? text;
};

const listOf = (item: string): string => (/[|&]/.test(item) ? `(${item})[]` : `${item}[]`);

/** What the schema's `type` alone says. */
function plainType(type: unknown, schema: Json): string {
  switch (type) {
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "array":
      return listOf(typeText(schema["items"]));
    case "object":
      if (isJson(schema["properties"])) return `{ ${fieldLines(schema, "").join(" ")} }`;
      return `Record<string, ${typeText(schema["additionalProperties"])}>`;
    default:
      return "unknown";
  }
}

/** A schema as a TypeScript type; `unknown` where it says nothing. */
export function typeText(schema: unknown): string {
  if (!isJson(schema)) return "unknown";
  const { $ref, type } = schema;
  if (typeof $ref === "string") return typeName($ref.split("/").at(-1) ?? "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map((value) => JSON.stringify(value)));
  const several = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(several)) return union(several.map(typeText));
  return Array.isArray(type) ? union(type.map((one) => plainType(one, schema))) : plainType(type, schema);
}

/** `1 to 200`, `at most 50`; nothing for a lower bound that anybody expects. */
function span(min: unknown, max: unknown): string | undefined {
  if (typeof max !== "number") return typeof min === "number" && min > 1 ? `at least ${min}` : undefined;
  return typeof min === "number" ? `${min} to ${max}` : `at most ${max}`;
}

/** What a schema's keywords say that its words do not: units, limits, what is meant where a field is absent. */
function limitsOf(schema: Json, words: string): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, default: fallback } = schema;
  const characters = span(minLength, maxLength);
  const items = span(minItems, maxItems);
  const number = span(minimum, maximum);
  const said = (text: string) => words.includes(text.match(/\d+$/)?.[0] ?? text) || /at most \d/i.test(words);
  return [
    characters && !said(characters) ? `${characters} characters` : undefined,
    items && !said(items) ? items : undefined,
    number && !said(number) ? number : undefined,
    format === "date-time" ? "ISO 8601, UTC" : undefined,
    fallback === undefined ? undefined : `${JSON.stringify(fallback)} by default`,
  ].filter((text) => text !== undefined);
}

/** The words for a schema, with its limits. */
export function wordsOf(schema: Json): string {
  const { description } = schema;
  const words = typeof description === "string" ? description : "";
  const limits = limitsOf(schema, words).join("; ");
  return limits === "" ? words : `${words} ${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
}

/** Words on lines of at most `columns`. */
function wrapped(words: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Paragraphs as the lines of a doc comment; none without words. */
export function comment(paragraphs: readonly string[], indent: string): string[] {
  const said = paragraphs.filter((paragraph) => paragraph !== "");
  if (said.some((paragraph) => paragraph.includes("*/"))) throw new Error("words would end their comment");
  const [only = ""] = said;
  if (said.length === 0) return [];
  if (said.length === 1 && indent.length + only.length + 7 <= LINE_COLUMNS) return [`${indent}/** ${only} */`];
  const lines = said.flatMap((paragraph, place) => [
    ...(place > 0 ? [""] : []),
    ...wrapped(paragraph, LINE_COLUMNS - indent.length - 3),
  ]);
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** A field with its words. One that may be absent may be given as `undefined`, too: JSON leaves it out. */
export function fieldText(name: string, schema: Json, { required, indent }: { required: boolean; indent: string }) {
  const type = typeText(schema);
  const typed = required ? `${name}: ${type};` : `${name}?: ${type === "unknown" ? type : `${type} | undefined`};`;
  return [...comment([wordsOf(schema)], indent), `${indent}${typed}`];
}

/** The fields of an object, with their words. */
export function fieldLines(schema: Json, indent: string): string[] {
  const { properties, required } = schema;
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, field]) =>
    isJson(field) ? fieldText(name, field, { required: needed.includes(name), indent }) : [],
  );
}

/** A choice of several types, under a name, with one on each line. */
export const unionOf = (name: string, words: string, members: readonly string[]): string[] => [
  ...comment([words], ""),
  `export type ${name} =`,
  ...members.map((member, place) => `  | ${member}${place === members.length - 1 ? ";" : ""}`),
  "",
];

/** A named schema as an interface or a type. */
export function declaration(component: string, schema: Json): string[] {
  const name = typeName(component);
  const about = comment([wordsOf(schema)], "");
  if (isJson(schema["properties"]))
    return [...about, `export interface ${name} {`, ...fieldLines(schema, "  "), "}", ""];
  const type = typeText(schema);
  const line = `export type ${name} = ${type};`;
  return line.length > LINE_COLUMNS ? unionOf(name, wordsOf(schema), type.split(" | ")) : [...about, line, ""];
}
