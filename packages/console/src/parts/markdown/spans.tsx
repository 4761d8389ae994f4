import type { Token, Tokens } from "marked";
import type { ComponentChild } from "preact";
import { readAddress } from "./addresses.ts";
import { known } from "./blocks.ts";
import { characters, decodeCharacters } from "./characters.tsx";

/**
 * What stands within a paragraph. HTML is text, a picture its description. Functions rather than components: a paragraph has hundreds of
 * them, and all are drawn again at every word of an answer.
 */
export const spans = (tokens: readonly Token[] | undefined): ComponentChild[] | undefined => tokens?.map(spanOf);

function spanOf(token: Token): ComponentChild {
  const span = known(token);
  switch (span.type) {
    case "strong":
      return <strong>{spans(span.tokens)}</strong>;
    case "em":
      return <em>{spans(span.tokens)}</em>;
    case "del":
      return <del>{spans(span.tokens)}</del>;
    case "codespan":
      return <code>{characters(span.text)}</code>;
    case "br":
      return <br />;
    case "link":
      return linkOf(span);
    case "image":
      return characters(decodeCharacters(span.text));
    case "text":
      return span.tokens ? spans(span.tokens) : characters(decodeCharacters(span.text));
    case "escape":
      return characters(span.text);
    case "checkbox":
      return null;
    default:
      return characters(token.raw);
  }
}

/** The text of spans as it is read. */
const plainText = (tokens: readonly Token[]): string =>
  tokens.map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : token.raw)).join("");

/** A link that says where it leads, unless its text is that very address. What is no address is its text. */
function linkOf(link: Tokens.Link): ComponentChild {
  const address = readAddress(link.autolink ? link.href : decodeCharacters(link.href));
  const words = spans(link.tokens);
  if (!address) return words;
  const text = plainText(link.tokens);
  const saysItself = link.autolink === true || text === address.href || text === address.place || text === link.href;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" title={address.href}>
      <bdi>{words}</bdi>
      {!saysItself && <bdi class="markdown-place">{` ${address.place}`}</bdi>}
    </a>
  );
}
