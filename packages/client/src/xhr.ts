/** What is used of `XMLHttpRequest`. */
interface BrowserRequest {
  open(method: string, address: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
  readonly status: number;
  readonly upload: { addEventListener(name: "progress", listener: (event: { loaded: number }) => void): void };
  addEventListener(name: "load" | "error" | "abort", listener: () => void): void;
}

/** A `fetch` for browsers that tells how many bytes of the body have been sent, which only `XMLHttpRequest` knows. */
export function fetchWithProgress(onSent: (bytes: number) => void): typeof globalThis.fetch {
  // The types of servers do not name it.
  const XMLHttpRequest = Reflect.get(globalThis, "XMLHttpRequest") as new () => BrowserRequest;
  return (address, { method = "GET", headers = {}, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      const finish = (settle: () => void) => () => {
        signal?.removeEventListener("abort", abort);
        settle();
      };
      request.open(method, new Request(address).url);
      for (const [name, value] of new Headers(headers)) {
        // Browsers set it themselves.
        if (name !== "content-length") request.setRequestHeader(name, value);
      }
      request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
      request.addEventListener(
        "load",
        finish(() => resolve(new Response(null, { status: request.status }))),
      );
      request.addEventListener(
        "error",
        finish(() => reject(new TypeError("The request failed"))),
      );
      request.addEventListener(
        "abort",
        finish(() => reject(new DOMException("The request was aborted", "AbortError"))),
      );
      signal?.addEventListener("abort", abort, { once: true });
      request.send(body);
    });
}
