import type { Token, Tokens } from "marked";
import { memo } from "preact/compat";
import { useMemo, useRef } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { CodeBlock } from "./code-block.tsx";
import { type Document, known, readMarkdown } from "./markdown/blocks.ts";
import { characters } from "./markdown/characters.tsx";
import { spans } from "./markdown/spans.tsx";
import { Sql } from "./sql.tsx";

export interface MarkdownProps {
  text: string;
  /** More of the text will come: blocks that are whole are neither read nor drawn again. */
  isStreaming?: boolean;
  /** The level of the heading that the text stands under (1 to 5); its own begin one below. 2 if not told. */
  under?: number;
}

/**
 * Markdown of somebody we do not know, drawn as elements: no string of it ever becomes markup. HTML is shown as text, pictures as
 * their descriptions, and links lead to http, https and mail addresses only, in a new tab, and name the host.
 */
export function Markdown({ text, isStreaming = false, under = 2 }: MarkdownProps) {
  const before = useRef<Document | null>(null);
  const { blocks } = useMemo(() => {
    before.current = readMarkdown(before.current, text, !isStreaming);
    return before.current;
  }, [text, isStreaming]);
  return (
    <div class="markdown">
      {blocks.map(({ at, token }) => (
        <Block key={at} token={token} under={under} />
      ))}
    </div>
  );
}

interface BlockProps {
  token: Token;
  under: number;
}

/** A block; drawn again only when it is another. */
const Block = memo(({ token, under }: BlockProps) => {
  const block = known(token);
  switch (block.type) {
    case "paragraph":
      return <p dir="auto">{spans(block.tokens)}</p>;
    case "heading":
      return <Heading heading={block} under={under} />;
    case "code":
      return <Code code={block} />;
    case "list":
      return <List list={block} under={under} />;
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={block.tokens} under={under} />
        </blockquote>
      );
    case "table":
      return <SmallTable table={block} />;
    case "hr":
      return <hr />;
    case "space":
    case "def":
    case "checkbox":
      return null;
    case "text":
      return block.tokens ? <>{spans(block.tokens)}</> : characters(block.text);
    default:
      return (
        <p dir="auto" class="markdown-source">
          {characters(token.raw.trimEnd())}
        </p>
      );
  }
});

const Blocks = ({ tokens, under }: { tokens: readonly Token[]; under: number }) => (
  <>
    {tokens.map((token, at) => (
      <Block key={at} token={token} under={under} />
    ))}
  </>
);

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

function Heading({ heading, under }: { heading: Tokens.Heading; under: number }) {
  const Element = HEADINGS[Math.min(under + heading.depth, HEADINGS.length) - 1] ?? "h6";
  return <Element dir="auto">{spans(heading.tokens)}</Element>;
}

function Code({ code: { text, lang = "" } }: { code: Tokens.Code }) {
  const language = /^\S*/.exec(lang)?.[0] ?? "";
  return /sql$/i.test(language) ? <Sql text={text} /> : <CodeBlock text={text} language={language} />;
}

function List({ list, under }: { list: Tokens.List; under: number }) {
  const items = list.items.map((item, at) => <Item key={at} item={item} under={under} />);
  return list.ordered ? (
    <ol dir="auto" start={list.start === "" ? 1 : list.start}>
      {items}
    </ol>
  ) : (
    <ul dir="auto">{items}</ul>
  );
}

function Item({ item, under }: { item: Tokens.ListItem; under: number }) {
  const say = usePartsWords();
  return (
    <li class={item.task ? "markdown-task" : undefined}>
      {item.task && (
        <input
          type="checkbox"
          disabled
          checked={item.checked ?? false}
          aria-label={say(item.checked ? "markdown.done" : "markdown.open")}
        />
      )}
      <Blocks tokens={item.tokens} under={under} />
    </li>
  );
}

/** A table that somebody wrote, not one of a database: all its rows stand there. */
function SmallTable({ table }: { table: Tokens.Table }) {
  const say = usePartsWords();
  return (
    <div class="markdown-table" role="group" aria-label={say("markdown.table")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th key={at} scope="col" data-align={cell.align ?? undefined}>
                {spans(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} data-align={cell.align ?? undefined}>
                  {spans(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
