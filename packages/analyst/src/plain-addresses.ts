import { HOST_CHARACTERS, type KnownHosts } from "./known-hosts.ts";

/** What is decided: this many characters of the text, and what replaces them. */
export interface Decided {
  length: number;
  out: string;
}
/** Undefined: it depends on what follows. */
export type Step = Decided | undefined;

/** Schemes whose addresses readers make links of wherever they stand. */
const scheme = /(?:https?|ftp)$/i;
/** The rest of such an address up to its host. Some readers look for them after escapes have been resolved. */
const marks = /^\\?:\\?\/\\?\//;
const marksBegun = /^\\?(?::(?:\\?(?:\/\\?)?)?)?$/;
const www = /www$/i;
const dot = /^\\?\./;
/** A host and what ends it: its path, white space, or the end of a sentence. */
const host = /^([A-Za-z0-9.-]+?)(?::\d{1,5})?(?=[/?#\s]|[).,;:!?"'*]+\s)/;
const hostBegun = /^[A-Za-z0-9.-]*(?::\d{0,5})?[).,;:!?"'*]*$/;
/** An address is read up to this many characters after its marks: a host, a port, and the end of a sentence. */
const ADDRESS_CHARACTERS = HOST_CHARACTERS + 20;

/**
 * An address without brackets, of which some readers make a link: a space keeps it from being one, unless its host is known.
 * `view` begins with the `:` or the `.` of it, `before` ends with what comes before. Null if there is no address.
 *
 *     https://b.example/x     https:// b.example/x
 *     www.b.example           www. b.example
 */
export function bareAddress(view: string, before: string, isKnown: KnownHosts): Step | null {
  const isWww = www.test(before);
  if (!isWww && !scheme.test(before)) return null;
  const [mark] = (isWww ? dot : marks).exec(view) ?? [];
  if (mark === undefined) return (isWww ? view === "\\" : marksBegun.test(view)) ? undefined : null;
  const rest = view.slice(mark.length);
  if (/^\s/.test(rest)) return { length: mark.length, out: mark };
  const found = hostOf(rest);
  if (found === undefined) return undefined;
  const plain = isWww ? mark : "://";
  const isPlain = mark === plain && !/ftp$/i.test(before) && mark !== "\\.";
  const isLink = found !== null && isPlain && isKnown(isWww ? `www.${found.name}` : found.name);
  return isLink
    ? { length: mark.length + found.written.length, out: mark + found.written }
    : { length: mark.length, out: `${plain} ` };
}

/**
 * The host that an address goes on with after its scheme, as it is written and its name. Null if readers and browsers could
 * take another one for it.
 */
export function hostOf(view: string): { written: string; name: string } | null | undefined {
  const rest = view.slice(0, ADDRESS_CHARACTERS);
  const [written, name] = host.exec(rest) ?? [];
  if (written !== undefined && name !== undefined) return { written, name };
  return rest.length < ADDRESS_CHARACTERS && hostBegun.test(rest) ? undefined : null;
}

const entityBegun = /^&(?:#(?:\d{0,7}|x[\da-f]{0,6})|[a-z]{0,6})$/i;
const numbered = /^&#(?:(\d{1,7})|x([\da-f]{1,6}));/i;
const named = /^&(?:colon|sol|period);/;
/** Characters that begin a bare address. */
const ofAddresses = /[https:/fpw.]/i;

/** An entity, which stays text where it hides a character of a bare address. */
export function entity(view: string): Step {
  if (entityBegun.test(view)) return undefined;
  const [, decimal, hexadecimal] = numbered.exec(view) ?? [];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "0", 16) : Number(decimal);
  const hides = named.test(view) || (code < 128 && ofAddresses.test(String.fromCharCode(code)));
  return { length: 1, out: hides ? "&amp;" : "&" };
}
