import type { KnownHosts } from "@parley/analyst/known-hosts";
import { Parser } from "commonmark";
import { marked, type Token } from "marked";

/** An address of a known host, as a browser reads it. */
function isGoodAddress(address: string | null, isKnown: KnownHosts): boolean {
  if (!URL.canParse(address ?? "")) return false;
  const { protocol, hostname, pathname } = new URL(address ?? "");
  if (protocol === "mailto:") return isKnown(pathname.split("@").at(-1) ?? "") && !address?.includes("?");
  return /^https?:$/.test(protocol) && isKnown(hostname);
}

/** An address without a scheme stays on the page's own host. */
const isRelative = (address: string | null) => !/[:&\\]|^\/\//.test(address ?? "");

/** What readers that look for addresses in text make links of. */
const bare = /(?:(?:https?|ftp):\/\/|www\.)[-.\w]+(?:[/?#]\S*)?/gi;

const unknownAddresses = (text: string, isKnown: KnownHosts) =>
  (text.match(bare) ?? []).filter(
    (found) => !isGoodAddress((/^www/i.test(found) ? `https://${found}` : found).replace(/[._]+$/, ""), isKnown),
  );

/** What the reference reader of CommonMark renders of a text that must not be rendered, and addresses left in its words. */
export function drawnByReference(text: string, isKnown: KnownHosts): string[] {
  const found: string[] = [];
  let words = "";
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, literal, destination } = step.node;
    if (type === "image" || type === "html_inline" || type === "html_block") found.push(`${type} ${literal ?? ""}`);
    if (type === "link" && !isGoodAddress(destination, isKnown) && !isRelative(destination)) {
      found.push(`link ${destination}`);
    }
    // Some readers look for addresses in what is left, after escapes and entities.
    words += type === "text" ? (literal ?? "") : "\n";
  }
  return [...found, ...unknownAddresses(words, isKnown)];
}

/** The same of a reader with the extensions of GitHub: tables, bare addresses. */
export function drawnByGitHubLike(text: string, isKnown: KnownHosts): string[] {
  const found: string[] = [];
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === "image" || token.type === "html") found.push(`${token.type} ${token.raw}`);
    if (token.type !== "link") return;
    // The bare address of a mailbox is a link to that and nothing else.
    const isMailbox = /^mailto:[^?]*$/.test(token["href"]) && !token.raw.includes("]");
    if (!isMailbox && !isGoodAddress(token["href"], isKnown) && !isRelative(token["href"])) found.push(token.raw);
  });
  return found;
}
