import { HttpHeaders } from "../http/http-message.ts";

/** Headers of an event; characters that no header can carry make the value wrong, not the request a fault. */
export const headersFrom = (sent: readonly (readonly [name: string, value: string])[]): HttpHeaders =>
  new HttpHeaders(sent.map(([name, value]) => [name, value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "?")]));
