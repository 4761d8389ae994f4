import type { KnownHosts } from "./known-hosts.ts";
import { bareAddress, type Decided, entity, type Step } from "./plain-addresses.ts";
import { leadsToKnown, linkEnd } from "./plain-links.ts";

/** A construct is read up to this many characters; a longer one is not treated as one. No more is held back. */
const LOOK_CHARACTERS = 2_000;
/** The opening line of a fence, and the white space before and after a closing one, have at most this many characters. */
const FENCE_LINE_CHARACTERS = 200;

/** Marks that code may contain and other text may not. */
const hasMarks = /<[A-Za-z/!?]|!\[|\][(:]|&|:\\?\/|www\\?\./i;
const tagBegin = /^<[A-Za-z/!?]/;
const autolink = /^<(?:https?:\/\/|mailto:)[^\s<>`\\"']*>/i;
const autolinkBegun = /^<[A-Za-z][^\s<>`\\"']*$/;
const fenceLine = /^( {0,3})(`{3,}(?=[^`\r\n]*[\r\n])|~{3,}(?=[^\r\n]*[\r\n]))[^\r\n]*[\r\n]/;
const fenceBegun = /^ {0,3}(?:`+[^`\r\n]*|~+[^\r\n]*)?$/;
const closingLine = /^([ \t]*)(`+|~+|)[ \t]*([\r\n]?)/;
/** Readers that find bare addresses let them swallow backticks. */
const address = /:\/\/|www\.|@/i;
/** What may begin something; runs of other characters are passed on as they are. */
const ordinary = /[^\\`~<!\]\r\n:.&]+/y;
const lineRest = /[^\r\n]+/y;
const tickRun = /`+/y;
const tildeRun = /~+/y;
const tickOrLineEnd = /[`\r\n]/g;

const asItIs = (text: string): Decided => ({ length: text.length, out: text });

function matchAt(expression: RegExp, text: string, index: number): string {
  expression.lastIndex = index;
  return expression.exec(text)?.[0] ?? "";
}

/**
 * Markdown without what fetches, runs, hides or leads away when it is rendered: images, HTML, and links other than http,
 * https and mailto to known hosts; a bare address of another host stays text, too. No words are removed: a space, an entity or a backslash keeps a mark from being one.
 *
 *     ![alt](https://…)       ! [alt](https://…)
 *     [text](javascript:…)    [text] (javascript:…)
 *     <img src=…>             &lt;img src=…>
 *     https://b.example       https:// b.example
 *
 * Code is left as it is. What counts as code here must be code for every reader of Markdown, whatever extensions it knows:
 * fences that begin a line, and spans that begin and end in one. Backticks and tildes that are neither are escaped. An
 * indented fence may belong to a list or not, which cannot be known; if that matters, nothing after it is code.
 *
 * The text comes piece by piece. What `write` and `end` return, put together, does not depend on the pieces; plain
 * text stays as it is.
 */
export class PlainMarkdown {
  #held = "";
  /** The fence that is open: the marks and the indentation of its opening line. */
  #fence: { marks: string; indent: number } | undefined;
  /** True once the rest may or may not be code: in a list it is not, otherwise it is. */
  #isLost = false;
  #isLineStart = true;
  #isLineBlank = true;
  /** The word that is being written begins like an address. */
  #isAddress = false;
  /** Its last characters: as many as a scheme has. */
  #wordEnd = "";
  /** False from where readers may pair backticks differently, to the end of the paragraph. */
  #isClear = true;
  readonly #isKnown: KnownHosts;

  /** `isKnown`: the hosts that links may lead to. */
  constructor(isKnown: KnownHosts) {
    this.#isKnown = isKnown;
  }

  /** Takes a piece of the text; returns what is decided so far. */
  write(piece: string): string {
    this.#held += piece;
    return this.#decide(false);
  }

  /** The text has ended: returns what was held back. */
  end(): string {
    // Nothing continues past the end of a text, as nothing is left open at the end of a line.
    this.#held += "\n";
    return this.#decide(true).slice(0, -1);
  }

  #decide(isEnd: boolean): string {
    const text = this.#held;
    let out = "";
    let index = 0;
    while (index < text.length) {
      let step = this.#fence ? this.#inFence(text, index, isEnd) : this.#outside(text, index, isEnd);
      if (!step) {
        if (!isEnd && text.length - index < LOOK_CHARACTERS) break;
        step = refused(text, index);
      }
      out += step.out;
      this.#pass(text.slice(index, index + step.length));
      index += step.length;
    }
    this.#held = text.slice(index);
    return out;
  }

  /** Remembers what comes before the next step. */
  #pass(source: string): void {
    for (const line of source.split(/(?<=[\r\n])/)) {
      const isEnd = /[\r\n]$/.test(line);
      if (line.trim() !== "") this.#isLineBlank = false;
      else if (isEnd && this.#isLineBlank) this.#isClear = true;
      if (line.includes("$")) this.#isClear = false;
      if (line !== "") this.#isLineStart = isEnd;
      if (isEnd) this.#isLineBlank = true;
    }
    const word = source.slice(source.search(/\S*$/));
    const isSameWord = word.length === source.length;
    const known = isSameWord ? this.#wordEnd + word : word;
    this.#isAddress = (isSameWord && this.#isAddress) || address.test(known);
    this.#wordEnd = known.slice(-5);
  }

  #inFence(text: string, index: number, isEnd: boolean): Step {
    const closing = this.#isLineStart
      ? this.#closing(text.slice(index, index + FENCE_LINE_CHARACTERS), isEnd)
      : "goes on";
    return closing === "goes on" ? asItIs(matchAt(lineRest, text, index) || text.charAt(index)) : closing;
  }

  /** What the beginning of a line in a fence decides, if it is not one more line of code. */
  #closing(view: string, isEnd: boolean): Step | "goes on" {
    const { marks: opening, indent } = this.#fence ?? { marks: "", indent: 0 };
    const { line, width, marks, isEnded } = closingLineOf(view);
    const isWhole = isEnded || line.length < view.length || view.length === FENCE_LINE_CHARACTERS;
    if (!isWhole && !isEnd) return undefined;
    if (marks === "" && isEnded) return asItIs(line);
    const closes = marks.startsWith(opening) && isEnded;
    // A line with less indentation has left a list that the fence is in, and no other. One that closes
    // is at most three characters further in than the list, or than the margin.
    if (width < indent || (indent > 0 && closes && width > 3)) {
      this.#fence = undefined;
      this.#isLost = true;
      return { length: 0, out: "" };
    }
    if (!closes || width > 3) return "goes on";
    this.#fence = undefined;
    return asItIs(line);
  }

  #outside(text: string, index: number, isEnd: boolean): Step {
    if (this.#isLineStart) {
      const view = text.slice(index, index + FENCE_LINE_CHARACTERS);
      const [line, space = "", marks = ""] = (!this.#isLost && fenceLine.exec(view)) || [];
      if (line !== undefined) {
        this.#fence = { marks, indent: space.length };
        return asItIs(line);
      }
      if (!this.#isLost && !isEnd && view.length < FENCE_LINE_CHARACTERS && fenceBegun.test(view)) return undefined;
    }
    const run = matchAt(ordinary, text, index);
    if (run !== "") return asItIs(run);
    return this.#marked(text.slice(index, index + LOOK_CHARACTERS));
  }

  /** What the mark that `view` begins with is. */
  #marked(view: string): Step {
    switch (view[0]) {
      case ":":
      case ".":
        return this.#bare(view, asItIs(view.charAt(0)));
      case "&":
        return entity(view);
      case "\\":
        return this.#bare(view, backslash(view));
      case "`":
        return this.#code(view);
      case "~":
        return tildes(view);
      case "<":
        return angle(view, this.#isKnown);
      case "!":
        return exclamation(view);
      case "]":
        return bracket(view, this.#isKnown);
      default:
        return asItIs(view.charAt(0));
    }
  }

  /** An address without brackets, or what else the mark is. */
  #bare(view: string, otherwise: Step): Step {
    const bare = bareAddress(view, this.#wordEnd, this.#isKnown);
    return bare === null ? otherwise : bare;
  }

  /** A span of code, or backticks that do not make one. */
  #code(view: string): Step {
    const ticks = matchAt(tickRun, view, 0);
    const end = spanEnd(view, ticks.length);
    if (end === undefined) return undefined;
    if (end === null) return refused(view, 0);
    const span = view.slice(0, end);
    // A table is cut into its cells before anything is code, and an address may swallow what follows it.
    if (span.includes("|") || this.#isAddress) this.#isClear = false;
    return (this.#isClear && !this.#isLost) || !hasMarks.test(span) ? asItIs(span) : refused(view, 0);
  }
}

/** How far white space indents; a tab reaches further than matters here. */
const columnsOf = (space: string): number => (space.includes("\t") ? 4 : space.length);

/** A line that may close a fence: its marks, how far in they are, and whether the line ends after them. */
function closingLineOf(view: string): { line: string; width: number; marks: string; isEnded: boolean } {
  const [line = "", space = "", marks = "", end = ""] = closingLine.exec(view) ?? [];
  return { line, width: columnsOf(space), marks, isEnded: end !== "" };
}

/** The plain text of a whole text; see `PlainMarkdown`. */
export function plainMarkdown(text: string, isKnown: KnownHosts): string {
  const plain = new PlainMarkdown(isKnown);
  return plain.write(text) + plain.end();
}

/** What replaces the mark at `index` if it is not let through. */
function refused(text: string, index: number): Decided {
  switch (text[index]) {
    case "`": {
      const ticks = matchAt(tickRun, text, index);
      return { length: ticks.length, out: ticks.replaceAll("`", "\\`") };
    }
    case "~": {
      const run = matchAt(tildeRun, text, index);
      return { length: run.length, out: run.replaceAll("~", "\\~") };
    }
    case "<":
      return { length: 1, out: "&lt;" };
    case "!":
      return { length: 1, out: "! " };
    case "]":
      return { length: 1, out: "] " };
    default:
      return asItIs(text.charAt(index));
  }
}

/** The end of the span that begins with `ticks` backticks; null if it does not end in its line, undefined if that is still open. */
function spanEnd(view: string, ticks: number): number | null | undefined {
  for (let index = ticks; ;) {
    tickOrLineEnd.lastIndex = index;
    const found = tickOrLineEnd.exec(view);
    if (!found) return undefined;
    const run = matchAt(tickRun, view, found.index);
    if (run === "") return null;
    index = found.index + run.length;
    // More backticks of the run may come.
    if (index === view.length) return undefined;
    if (run.length === ticks) return index;
  }
}

function backslash(view: string): Step {
  const next = view[1];
  if (next === undefined) return undefined;
  // Not every reader knows the escaped angle.
  if (next === "<") return { length: 2, out: "&lt;" };
  return asItIs(view.slice(0, /[!-/:-@[-`{-~]/.test(next) ? 2 : 1));
}

/** Three tildes open a fence wherever a line of a list or a quote may begin; two strike through. */
function tildes(view: string): Step {
  const run = matchAt(tildeRun, view, 0);
  if (run.length === view.length) return undefined;
  return run.length < 3 ? asItIs(run) : refused(view, 0);
}

function angle(view: string, isKnown: KnownHosts): Step {
  const [kept] = autolink.exec(view) ?? [];
  if (kept !== undefined) return leadsToKnown(view, 1, isKnown) ? asItIs(kept) : refused(view, 0);
  if (view.length === 1 || autolinkBegun.test(view)) return undefined;
  return tagBegin.test(view) ? refused(view, 0) : asItIs("<");
}

function exclamation(view: string): Step {
  if (view.length === 1) return undefined;
  return view[1] === "[" ? refused(view, 0) : asItIs("!");
}

/** The end of a bracket: with an address behind it, it makes a link (`](`) or what links refer to (`]:`). */
function bracket(view: string, isKnown: KnownHosts): Step {
  const mark = view[1];
  if (mark === undefined) return undefined;
  if (mark !== "(" && mark !== ":") return asItIs("]");
  const end = linkEnd(view, mark, isKnown);
  if (end === undefined) return undefined;
  return end === null ? refused(view, 0) : asItIs(view.slice(0, end));
}
