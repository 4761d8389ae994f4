/** A file that is small, and heavy for whoever reads it carelessly. */
export interface Bomb {
  name: string;
  filename: string;
  bytes: Uint8Array;
  /** What the person is told; absent if the file is harmless to whoever reads it carefully. */
  reason?: RegExp;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const KB = 1024;
