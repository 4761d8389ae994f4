import { Tokenizer } from "marked";

/** Quotes and lists inside of each other, at most; marked's time doubles with each. Deeper marks are text. */
const NESTED_BLOCKS_AT_MOST = 8;
/** Emphasis and links inside of each other, at most. */
const NESTED_SPANS_AT_MOST = 12;

/** marked's tokenizer, which goes no deeper than people write: what is nested further is text, so nobody can overflow the stack. */
export class BoundedTokenizer extends Tokenizer {
  #blocks = 0;
  #spans = 0;

  #block<Token>(read: () => Token | undefined): Token | undefined {
    if (this.#blocks >= NESTED_BLOCKS_AT_MOST) return undefined;
    this.#blocks += 1;
    try {
      return read();
    } finally {
      this.#blocks -= 1;
    }
  }

  #span<Token>(read: () => Token | undefined): Token | undefined {
    if (this.#spans >= NESTED_SPANS_AT_MOST) return undefined;
    this.#spans += 1;
    try {
      return read();
    } finally {
      this.#spans -= 1;
    }
  }

  override blockquote(source: string) {
    return this.#block(() => super.blockquote(source));
  }

  override list(source: string) {
    return this.#block(() => super.list(source));
  }

  override emStrong(source: string, masked: string, before?: string) {
    return this.#span(() => super.emStrong(source, masked, before));
  }

  override del(source: string, masked: string, before?: string) {
    return this.#span(() => super.del(source, masked, before));
  }

  override link(source: string) {
    return this.#span(() => super.link(source));
  }

  override reflink(source: string, links: Parameters<Tokenizer["reflink"]>[1]) {
    return this.#span(() => super.reflink(source, links));
  }
}
