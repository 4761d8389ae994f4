/**
 * Text that comes past a client, ahead of it: its reader takes it at once, and recognizes it when the client has it, too.
 */
export function createTextAhead() {
  /** Text that its reader has not taken yet. */
  let waiting = "";
  /** Text that has come ahead of the client. */
  let ahead = "";
  let come: { promise: Promise<undefined>; resolve: (value: undefined) => void } | undefined;

  return {
    put(text: string): void {
      waiting += text;
      ahead += text;
      come?.resolve(undefined);
      come = undefined;
    },

    /** Text that has come since this was last asked. */
    take(): string {
      const text = waiting;
      waiting = "";
      return text;
    },

    /** Resolves when there is text to be taken. */
    coming(): Promise<undefined> {
      if (waiting !== "") return Promise.resolve(undefined);
      come ??= Promise.withResolvers<undefined>();
      return come.promise;
    },

    /** What of the client's text is new. Throws if the client has other text than came ahead of it. */
    unknown(text: string): string {
      const length = Math.min(ahead.length, text.length);
      if (!ahead.startsWith(text.slice(0, length))) throw new Error("a text came otherwise than it was told");
      ahead = ahead.slice(length);
      return text.slice(length);
    },
  };
}
