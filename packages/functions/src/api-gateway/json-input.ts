/** The deepest nesting of what clients send: the table takes 32 levels, and what is kept of it is a few levels down. */
const DEPTH = 24;

/** Replaces lone surrogates by U+FFFD, in names too. Null for what nests too deeply. */
function tidy(root: unknown, mayHoldSurrogates: boolean): { value: unknown } | null {
  const wellFormed = (value: unknown) =>
    mayHoldSurrogates && typeof value === "string" ? value.toWellFormed() : value;
  let level: object[] = typeof root === "object" && root !== null ? [root] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEPTH) return null;
    const next: object[] = [];
    for (const container of level) {
      for (const [key, value] of Object.entries(container)) {
        if (typeof value === "object" && value !== null) next.push(value);
        if (mayHoldSurrogates) {
          const name = key.toWellFormed();
          if (name !== key) Reflect.deleteProperty(container, key);
          Object.defineProperty(container, name, {
            value: wellFormed(value),
            enumerable: true,
            configurable: true,
            writable: true,
          });
        }
      }
    }
    level = next;
  }
  return { value: wellFormed(root) };
}

/** Where V8 says the text stops being JSON. Its message quotes the text, so nothing else of it is used. */
function positionOf(error: unknown, text: string): number {
  if (!(error instanceof SyntaxError)) return 0;
  if (error.message.startsWith("Unexpected end")) return text.length;
  return Number(/at position (\d+)/.exec(error.message)?.[1] ?? 0);
}

/**
 * The one place where clients' JSON is read: bodies and frames. Lone surrogates (`"\ud800"`), which neither UTF-8 nor
 * the table can carry, become U+FFFD here: nothing is refused for them, and what is hashed, kept and shown
 * is the same text. `invalidAt` is where the text stops being JSON, 0 for what nests too deeply.
 */
export function parseJson(text: string): { value: unknown } | { invalidAt: number } {
  try {
    // Text that came as UTF-8 holds lone surrogates only where they are escaped.
    return tidy(JSON.parse(text), /\\ud[89a-f]/i.test(text) || !text.isWellFormed()) ?? { invalidAt: 0 };
  } catch (error) {
    return { invalidAt: positionOf(error, text) };
  }
}
