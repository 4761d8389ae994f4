/**
 * Where a request says it was sent to. A Host header that no address can have is the client's fault, not the
 * service's: no response depends on it, so any other name does.
 */
export function originOf(host: string | null, protocol: string | null): string {
  const origin = `${protocol === "http" ? "http" : "https"}://${host ?? ""}`;
  return /^[\w.:[\]-]+$/.test(host ?? "") && URL.canParse(origin) ? origin : "https://localhost";
}
