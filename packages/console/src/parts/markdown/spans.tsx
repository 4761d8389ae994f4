import type { Token, Tokens } from "marked";
import { Fragment } from "preact";
import { readAddress } from "./addresses.ts";
import { known } from "./blocks.ts";
import { Characters, decodeCharacters } from "./characters.tsx";

/** What stands within a paragraph. HTML is text, a picture its description. */
export function Spans({ tokens }: { tokens: readonly Token[] | undefined }) {
  return (
    <>
      {tokens?.map((token, at) => (
        <Fragment key={at}>
          <Span token={token} />
        </Fragment>
      ))}
    </>
  );
}

function Span({ token }: { token: Token }) {
  const span = known(token);
  switch (span.type) {
    case "strong":
      return (
        <strong>
          <Spans tokens={span.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Spans tokens={span.tokens} />
        </em>
      );
    case "del":
      return (
        <del>
          <Spans tokens={span.tokens} />
        </del>
      );
    case "codespan":
      return (
        <code>
          <Characters text={span.text} />
        </code>
      );
    case "br":
      return <br />;
    case "link":
      return <Link link={span} />;
    case "image":
      return <Characters text={decodeCharacters(span.text)} />;
    case "text":
      return span.tokens ? <Spans tokens={span.tokens} /> : <Characters text={decodeCharacters(span.text)} />;
    case "escape":
      return <Characters text={span.text} />;
    case "checkbox":
      return null;
    default:
      return <Characters text={token.raw} />;
  }
}

/** The text of spans as it is read. */
const plainText = (tokens: readonly Token[]): string =>
  tokens.map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : token.raw)).join("");

/** A link that says where it leads, unless its text is that very address. What is no address is its text. */
function Link({ link }: { link: Tokens.Link }) {
  const address = readAddress(link.autolink ? link.href : decodeCharacters(link.href));
  const spans = <Spans tokens={link.tokens} />;
  if (!address) return spans;
  const text = plainText(link.tokens);
  const saysItself = link.autolink === true || text === address.href || text === address.place || text === link.href;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" title={address.href}>
      <bdi>{spans}</bdi>
      {!saysItself && <bdi class="markdown-place">{` ${address.place}`}</bdi>}
    </a>
  );
}
