import sql from "highlight.js/lib/languages/sql";
import { createLowlight } from "lowlight";

/** What a part of a statement is; plain text has no kind. */
export type SqlKind = "keyword" | "function" | "type" | "text" | "number" | "comment";

export interface ColouredText {
  text: string;
  kind: SqlKind | null;
}

/** highlight.js' classes, as far as its SQL uses them. */
const kinds: Readonly<Record<string, SqlKind>> = {
  "hljs-keyword": "keyword",
  "hljs-operator": "keyword",
  "hljs-literal": "keyword",
  "hljs-built_in": "function",
  "hljs-type": "type",
  "hljs-string": "text",
  "hljs-number": "number",
  "hljs-comment": "comment",
};

const lowlight = createLowlight({ sql });
type Node = ReturnType<typeof lowlight.highlight>["children"][number];

function* textsOf(nodes: readonly Node[], kind: SqlKind | null): Generator<ColouredText> {
  for (const node of nodes) {
    if (node.type === "text") yield { text: node.value, kind };
    if (node.type !== "element") continue;
    const names = node.properties["className"];
    yield* textsOf(node.children, (Array.isArray(names) && kinds[String(names[0])]) || kind);
  }
}

/** The parts of a statement, which are the whole statement one after the other. */
export const colourSql = (statement: string): readonly ColouredText[] => [
  ...textsOf(lowlight.highlight("sql", statement).children, null),
];
