import type { AnswerSql, MessageMetadata } from "@parley/client";

/** A Markdown text in its blocks: paragraphs, lists and fenced code, which empty lines do not divide. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null && line.trim() === "") {
      if (block.length > 0) blocks.push(block.join("\n"));
      block = [];
      continue;
    }
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) fence = null;
    block.push(line);
  }
  if (block.length > 0) blocks.push(block.join("\n"));
  return blocks;
}

/** White space and the last full stop make no difference. */
const plain = (text: string): string => text.replace(/\s+/g, " ").replace(/\.$/, "").trim();

/** What a fenced block holds; null for any other block. An open fence, as it streams, counts. */
function codeOf(block: string): string | null {
  const found = /^(`{3,}|~{3,})[^\n]*\n?([\s\S]*)$/.exec(block);
  return found ? (found[2] ?? "").replace(/\n?(`{3,}|~{3,})\s*$/, "") : null;
}

/** The items of a list that stands under one line of introduction; null for any other block. */
function listUnder(block: string): string[] | null {
  const [introduction = "", ...items] = block.split("\n");
  if (!introduction.endsWith(":") || items.length === 0) return null;
  return items.every((item) => item.startsWith("- ")) ? items.map((item) => item.slice(2)) : null;
}

/** How the interpreter begins to say how it read a question, which the page says below the answer once that is whole. */
const READING = "I read the question as:";

/** What is shown around an answer's text, so that the text need not say it again. */
export interface ShownElsewhere {
  /** What will be shown of it elsewhere is not known before the answer is whole. */
  isAwaited?: boolean;
  sql: readonly Pick<AnswerSql, "sql">[];
  interpretation?: MessageMetadata["interpretation"];
  lists: readonly (readonly string[])[];
}

/** Whether the page shows a block of the answer in a place of its own. */
function isShown(block: string, { isAwaited, sql, interpretation, lists }: ShownElsewhere): boolean {
  if (isAwaited && block.startsWith(READING)) return true;
  const code = codeOf(block);
  if (code !== null) return sql.some((each) => plain(each.sql).startsWith(plain(code)));
  if (interpretation && !block.includes("\n") && plain(block).endsWith(`: ${plain(interpretation)}`)) return true;
  const items = listUnder(block);
  return (
    items !== null && lists.some((list) => items.every((item) => list.some((each) => plain(each) === plain(item))))
  );
}

/** The answer's Markdown without what the page shows beside it: how it was read, what was assumed, its SQL, what to ask next. */
export function leadOf(markdown: string, shown: ShownElsewhere): string {
  return blocksOf(markdown)
    .filter((block) => !isShown(block, shown))
    .join("\n\n");
}

/** The first sentence of a Markdown text, as plain words: for those who hear the page, and for titles. */
export function firstSentence(markdown: string): string {
  const words = markdown.replace(/[*_`#>]|\[([^\]]*)\]\([^)]*\)/g, "$1").trim();
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words.split("\n")[0] ?? "";
}
