import type { KnownHosts } from "./known-hosts.ts";
import { hostOf } from "./plain-addresses.ts";

const schemes = ["https://", "http://", "mailto:"];
const blank = /[ \t\r\n]*/y;
const spaces = /[ \t]*/y;
/** Of an address: nothing that a reader of Markdown could take for the beginning or the end of something else. */
const addressPart = /[^\s<>`\\"'()]*/y;
const angledAddress = /[^\s<>`\\"'()]*>/y;
/** Of a reference's, nor a bracket, after which readers begin another address. */
const definedAddress = /[^\s<>`\\"'[\]]*/y;
const title = /[ \t]+"[^"`\\<>()\r\n]*"/y;
const titleBegun = /[ \t]+(?:"[^"`\\<>()\r\n]*)?$/y;
const site = /https?:\/\//iy;
/** A host up to the end of its angles, or to its path. */
const angledHost = /([a-z0-9.-]*)(?::\d{0,5})?(?=[/?#>])/iy;
const angledHostBegun = /[a-z0-9.-]*(?::\d{0,5})?$/iy;
/** A mail's address names nothing but one mailbox. */
const mailbox = /mailto:[a-z0-9._+-]+@([a-z0-9.-]+)(?=[)>\s])/iy;
const mailboxBegun = /mailto:[a-z0-9._+-]*(?:@[a-z0-9.-]*)?$/iy;
/** A word that names no scheme: nothing that a link could run. */
const harmless = /[^\s:&<\\`~]*/y;

/** Undefined: it depends on what follows. Null: it is not one. */
type Place = number | null | undefined;

const pass = (expression: RegExp, text: string, index: number): number => {
  expression.lastIndex = index;
  return index + (expression.exec(text)?.[0].length ?? 0);
};

function matches(expression: RegExp, text: string, index: number): boolean {
  expression.lastIndex = index;
  return expression.test(text);
}

/**
 * Where the target of a link ends whose bracket ends at the beginning of `view`: `](https://… "title")`, or
 * `]: https://…` up to the end of its line. Null if it is not a plain http, https or mailto address of a known host.
 */
export function linkEnd(view: string, mark: "(" | ":", isKnown: KnownHosts): Place {
  const begin = pass(blank, view, 2);
  if (begin === view.length) return undefined;
  const isAngled = view[begin] === "<";
  const from = begin + (isAngled ? 1 : 0);
  const scheme = view.slice(from, from + 8).toLowerCase();
  if (!schemes.some((one) => scheme.startsWith(one))) {
    if (from + scheme.length === view.length && schemes.some((one) => one.startsWith(scheme))) return undefined;
    return mark === ":" && !isAngled ? harmlessEnd(view, from) : null;
  }
  const leads = leadsToKnown(view, from, isKnown);
  if (!leads) return leads === undefined ? undefined : null;
  if (isAngled) {
    const to = pass(angledAddress, view, from);
    if (to === from) return pass(addressPart, view, from) === view.length ? undefined : null;
    return mark === "(" ? closingEnd(view, to) : lineEnd(view, to);
  }
  if (mark === ":") return lineEnd(view, pass(definedAddress, view, from));
  const to = balancedEnd(view, from);
  return typeof to === "number" ? closingEnd(view, to) : to;
}

/** True if the address at `from` is a known host's, written so that no reader takes it for another one's. */
export function leadsToKnown(view: string, from: number, isKnown: KnownHosts): boolean | undefined {
  const at = pass(site, view, from);
  if (at === from) {
    if (matches(mailboxBegun, view, from)) return undefined;
    mailbox.lastIndex = from;
    const [, host] = mailbox.exec(view) ?? [];
    return host !== undefined && isKnown(host);
  }
  if (view[from - 1] === "<") {
    if (matches(angledHostBegun, view, at)) return undefined;
    angledHost.lastIndex = at;
    const [, host] = angledHost.exec(view) ?? [];
    return host !== undefined && isKnown(host);
  }
  const found = hostOf(view.slice(at));
  if (found === undefined || found === null) return found === undefined ? undefined : false;
  // In brackets a mark at the end of the host is no sentence's: "https://a.example." is another host.
  return /[/?#)\s]/.test(view[at + found.written.length] ?? "") && isKnown(found.name);
}

/** The end of an address whose parentheses are balanced, at a parenthesis of the link's own or at white space. */
function balancedEnd(view: string, from: number): Place {
  let depth = 0;
  for (let index = from; ; index++) {
    index = pass(addressPart, view, index);
    const next = view[index];
    if (next === undefined) return undefined;
    if (next === "(") depth += 1;
    else if (next === ")" && depth > 0) depth -= 1;
    else return depth === 0 ? index : null;
  }
}

/** The end of the link after its address: a title may come before it. */
function closingEnd(view: string, from: number): Place {
  if (pass(titleBegun, view, from) === view.length) return undefined;
  const index = pass(spaces, view, pass(title, view, from));
  if (index === view.length) return undefined;
  return view[index] === ")" ? index + 1 : null;
}

function lineEnd(view: string, from: number): Place {
  const index = pass(spaces, view, from);
  if (index === view.length) return undefined;
  return view[index] === "\n" || view[index] === "\r" ? index : null;
}

function harmlessEnd(view: string, from: number): Place {
  // Without a scheme, too, it may name another host.
  if (view[from] === "/" && view[from + 1] === undefined) return undefined;
  if (view.startsWith("//", from)) return null;
  const to = pass(harmless, view, from);
  if (to === view.length) return undefined;
  return /\s/.test(view[to] ?? "") ? 2 : null;
}
