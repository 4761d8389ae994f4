/** What means something to Markdown within a line; an underscore only at the edge of a word. */
const SPAN_MARK = /[\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Not by a backslash, which an address before it would take for its own. */
const withoutTags = (text: string): string => text.replaceAll("<", "&lt;");

const LINE_BREAK = /\s*[\r\n\u2028\u2029]+\s*/;

/** Somebody's text in the middle of a line of Markdown: it says the same, in one line, and is no markup, link or picture. */
export const plainWords = (text: string): string =>
  withoutTags(text.split(LINE_BREAK).join(" ").trim().replace(SPAN_MARK, "\\$&").replaceAll("&", "&amp;"));

/** Somebody's text as a line of its own, likewise: it begins no heading, quote or list either. */
export const plainLine = (text: string): string =>
  plainWords(text)
    .replace(/^[#>+=-]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");

/** Somebody's text as a cell of a table, whose lines stay lines. */
export const plainCell = (text: string): string => text.split(LINE_BREAK).map(plainWords).join("<br>");

/** Where a link may lead; what else there is between these brackets is text. */
const LINK = /\]\(\s*(?!<?(?:https?:\/\/|mailto:))/gi;

const inertSpans = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])/gi, withoutTags)
    .replace(/!\[/g, "!\\[")
    .replace(LINK, "]\\(")
    // What is defined could be used in what is said to be text.
    .replace(/\]:/g, "]\\:");

/** What is code in a line, or a character that is escaped and begins nothing. Code does not go beyond its line or its cell. */
const CODE_OR_ESCAPE = /\\[\s\S]|(`+)(?!`)[^\n|]*?[^`\n|]\1(?!`)/g;

/** Lines that are no code block, without what would be HTML, a picture, or a link to anything but a page or a mailbox. */
function inertLines(text: string): string {
  let done = "";
  let at = 0;
  for (const { 0: kept, index } of text.matchAll(CODE_OR_ESCAPE)) {
    done += inertSpans(text.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return done + inertSpans(text.slice(at));
}

const OPENING_FENCE = /^ {0,3}(?:(`{3,})[^`\n]*|(~{3,}).*)$/;

/**
 * An answer's Markdown for a file that others open in a reader of their own: its headings, lists, tables and code stay, its HTML is
 * text, its pictures are links nobody follows unasked, and a code block that stays open is closed.
 */
export function inertMarkdown(markdown: string): string {
  const done: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const flush = (): void => {
    if (lines.length > 0) done.push(inertLines(lines.join("\n")));
    lines = [];
  };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (fence === null) {
      const [, ticks, tildes] = OPENING_FENCE.exec(line) ?? [];
      fence = ticks ?? tildes ?? null;
      if (fence === null) {
        lines.push(line);
        continue;
      }
      flush();
    } else if (new RegExp(`^ {0,3}${fence}${fence.charAt(0)}*[ \\t]*$`).test(line)) fence = null;
    done.push(line);
  }
  flush();
  return [...done, ...(fence === null ? [] : [fence])].join("\n");
}
