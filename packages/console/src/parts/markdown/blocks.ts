import { Lexer, type Links, type MarkedToken, type Token } from "marked";
import { BoundedTokenizer } from "./tokenizer.ts";

/** Longer texts are drawn as they are written: some of marked's patterns take time with the square of a paragraph's length. */
const INLINE_CHARACTERS_AT_MOST = 4096;

/** A block at the top of a document. The same object as long as its text stays: what is drawn of it stays, too. */
export interface Block {
  /** Where it begins in the text. */
  at: number;
  token: Token;
}

/** What has been read of a text that may still grow. */
export interface Document {
  blocks: readonly Block[];
  /** The beginning of the text that no later character can change, and how many of the blocks are in it. */
  settled: string;
  settledBlocks: number;
  /** Addresses that references may name, by what names them, and whether any were seen anywhere. */
  links: Links;
  hasLinks: boolean;
}

const emptyDocument: Document = { blocks: [], settled: "", settledBlocks: 0, links: {}, hasLinks: false };

/** marked's declared tokens are all there are without extensions. */
export const known = (token: Token): MarkedToken => token as MarkedToken;

function lex(source: string, links: Links): { tokens: Token[]; links: Links } {
  const lexer = new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() });
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.blockTokens(source, []);
  // Not for…of over what is there now: reading a text may queue another.
  for (const { src, tokens: spans } of lexer.inlineQueue) {
    lexer.state.inRawBlock = false;
    if (src.length > INLINE_CHARACTERS_AT_MOST) spans.push({ type: "text", raw: src, text: src });
    else lexer.inlineTokens(src, spans);
  }
  return { tokens, links: { ...lexer.tokens.links } };
}

/** Whether a blank line stands before a block: without one, what follows may yet become part of what was before. */
function isApart(before: Block | undefined): boolean {
  return before !== undefined && (before.token.type === "space" || before.token.raw.endsWith("\n\n"));
}

/** How many blocks no later character can change: those before the last one that is apart and whose first line is whole. */
function countSettled(blocks: readonly Block[], source: string): number {
  const lastLine = source.lastIndexOf("\n");
  const open = blocks.findLastIndex(
    ({ at, token }, place) => token.type !== "space" && at < lastLine && isApart(blocks[place - 1]),
  );
  const misread = blocks.findIndex(({ at, token: { raw } }) => !source.startsWith(raw, at));
  return Math.max(0, misread < 0 ? open : Math.min(open, misread));
}

/** The addresses that blocks define, which may be those of references after them. The first of a name counts. */
function linksOf(blocks: readonly Block[]): Links {
  const links: Links = {};
  for (const { token } of blocks) {
    const block = known(token);
    if (block.type === "def") links[block.tag] ??= { href: block.href, title: block.title };
  }
  return links;
}

/**
 * Reads Markdown that grows at its end: blocks that cannot change any more are kept as they are, only what follows them is read
 * again. `isWhole` says that nothing will follow.
 */
export function readMarkdown(before: Document | null, text: string, isWhole: boolean): Document {
  // A return at the end may be half of a line break.
  const source = (isWhole ? text : text.replace(/\r$/, "")).replace(/\r\n?/g, "\n");
  const kept = before && source.startsWith(before.settled) ? before : emptyDocument;
  const { tokens, links } = lex(source.slice(kept.settled.length), kept.links);
  const hasLinks = kept.hasLinks || Object.keys(links).length > 0;
  // A reference may stand before what it refers to.
  if (isWhole && kept.settled !== "" && hasLinks) return readMarkdown(null, source, true);
  const blocks = kept.blocks.slice(0, kept.settledBlocks);
  let at = kept.settled.length;
  for (const token of tokens) {
    blocks.push({ at, token });
    at += token.raw.length;
  }
  const settledBlocks = Math.max(kept.settledBlocks, countSettled(blocks, source));
  const settled = source.slice(0, blocks[settledBlocks]?.at ?? kept.settled.length);
  return { blocks, settled, settledBlocks, links: linksOf(blocks.slice(0, settledBlocks)), hasLinks };
}
