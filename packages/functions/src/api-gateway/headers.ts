/** Headers of an event; characters that no header can carry make the value wrong, not the request a fault. */
export function headersFrom(sent: [name: string, value: string][]): Headers {
  try {
    return new Headers(sent);
  } catch {
    return new Headers(sent.map(([name, value]) => [name, value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "?")]));
  }
}
