/** A file that is small, and heavy for a careless parser. */
export interface Bomb {
  name: string;
  filename: string;
  /** Made when they are first asked for. */
  bytes(): Uint8Array;
  /** What the person is told; absent if the file is harmless to a careful parser. */
  reason?: RegExp;
}

type Content = string | Uint8Array;

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const KB = 1024;

/** What makes the bombs of one kind of file; a function makes its content only when it is asked for. */
export const bombsOf =
  (filename: string) =>
  (name: string, content: Content | (() => Content), reason?: RegExp): Bomb => {
    let made: Uint8Array | undefined;
    const make = (): Uint8Array => {
      const given = typeof content === "function" ? content() : content;
      return typeof given === "string" ? bytes(given) : given;
    };
    return { name, filename, bytes: () => (made ??= make()), ...(reason && { reason }) };
  };
