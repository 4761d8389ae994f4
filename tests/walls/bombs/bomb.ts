/** A file that is small, and heavy for a careless parser. */
export interface Bomb {
  name: string;
  filename: string;
  bytes: Uint8Array;
  /** What the person is told; absent if the file is harmless to a careful parser. */
  reason?: RegExp;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const KB = 1024;
