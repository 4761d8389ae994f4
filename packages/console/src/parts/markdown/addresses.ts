/** Where a link leads. */
export interface Address {
  href: string;
  /** What people recognize it by: the host in ASCII, so that look-alikes are seen, or the mail address. */
  place: string;
}

/** Reads the address of a link: http, https and mailto only, and never one that is relative to the page. Null for all others. */
export function readAddress(written: string): Address | null {
  let url: URL;
  try {
    url = new URL(written);
  } catch {
    return null;
  }
  switch (url.protocol) {
    case "http:":
    case "https:":
      // What stands before an @ is there to deceive.
      return url.username || url.password ? null : { href: url.href, place: url.host };
    case "mailto:":
      return { href: url.href, place: decodeMail(url.pathname) };
    default:
      return null;
  }
}

function decodeMail(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
