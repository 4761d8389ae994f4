import type { Citation } from "@parley/contract/message";

/** A passage that a model was given, under the id by which its text cites it. */
export interface GivenPassage {
  /** "p3": the third of this turn. */
  id: string;
  citation: Citation;
  text: string;
}

/** Passages that one answer cites at most; marks of others are taken out of its text. */
const MOST_CITED = 24;

/**
 * Gives a model a passage. Returns the id to cite it by: the same for the same passage, and one of this turn, so that no id,
 * whoever wrote it, leads to a passage that the turn did not find.
 */
export function givePassage(given: GivenPassage[], citation: Citation, text: string): string {
  const before = given.find(
    (each) =>
      each.citation.project_id === citation.project_id &&
      each.citation.document_id === citation.document_id &&
      each.citation.place === citation.place &&
      each.text === text,
  );
  if (before) return before.id;
  const id = `p${given.length + 1}`;
  given.push({ id, citation, text });
  return id;
}

/** "[p3]", "[p1, p4]", "[p2–p4]", and what models make of it: "[^p3]", "【p3】". */
const PASSAGE_ID = String.raw`\^?p\d{1,3}`;
const BETWEEN_IDS = String.raw`\s?(?:[,;–-]|and|und|)\s?`;
const PASSAGE_MARK = new RegExp(
  String.raw`[\[【]\s?(${PASSAGE_ID}(?:${BETWEEN_IDS}${PASSAGE_ID}){0,23})\s?[\]】]`,
  "y",
);
/** What may become one. */
const PASSAGE_MARK_BEGUN = /^[[【][\s^p\d,;–\-andu]{0,300}$/;
const MARK_OPENING = /[[【]/g;
const MARK_PART = /p(\d{1,3})|[–-]/g;
/** Blanks before a mark, which go with it. */
const BLANKS_BEFORE = /[ \t\u00a0]{1,8}$/;

/** Text that is given to a model as data: its own brackets are no marks. */
export const withoutMarks = (text: string): string =>
  text.replace(/[[【](\s?\^?p\d{1,3}\b[^\]】\n]{0,160})[\]】]/g, "($1)");

/** Puts numbers in the place of a text's marks. */
export interface Citing {
  /** Takes a piece of the text; returns what is decided so far. */
  write(piece: string): string;
  /** The text has ended: returns what was held back. */
  end(): string;
  /** What the text cites, in the order in which it does: "[1]" is the first. */
  readonly cited: readonly Citation[];
  /** Ids in the text that no passage has. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Reads the marks of a text that comes piece by piece. A mark becomes the number of its passage among those that are cited:
 * "[p7]" is "[1]" where it comes first. Ids that no passage has are taken out. What `write` and `end` return, put together, does
 * not depend on the pieces.
 */
export function startCiting(given: readonly GivenPassage[]): Citing {
  const cited: GivenPassage[] = [];
  const unknown = new Set<string>();
  let held = "";

  function numberOf(id: string): number | null {
    const passage = given.find((each) => each.id === id);
    if (!passage) unknown.add(id);
    if (!passage || (!cited.includes(passage) && cited.length >= MOST_CITED)) return null;
    if (!cited.includes(passage)) cited.push(passage);
    return cited.indexOf(passage) + 1;
  }

  function decide(isEnd: boolean): string {
    let out = "";
    let from = 0;
    for (;;) {
      MARK_OPENING.lastIndex = from;
      const at = MARK_OPENING.exec(held)?.index ?? held.length;
      out += held.slice(from, at);
      PASSAGE_MARK.lastIndex = at;
      const mark = PASSAGE_MARK.exec(held);
      const isOpen = at === held.length || (!mark && PASSAGE_MARK_BEGUN.test(held.slice(at)));
      if (isOpen && !isEnd) {
        const kept = out.replace(BLANKS_BEFORE, "");
        held = out.slice(kept.length) + held.slice(at);
        return kept;
      }
      if (at === held.length) break;
      if (mark) {
        const numbers = [...new Set(idsIn(mark[1] ?? "").flatMap((id) => numberOf(id) ?? []))];
        out = numbers.length > 0 ? `${out}[${numbers.join(", ")}]` : out.replace(BLANKS_BEFORE, "");
      } else out += held.charAt(at);
      from = at + (mark?.[0].length ?? 1);
    }
    held = "";
    return out;
  }

  return {
    write(piece) {
      held += piece;
      return decide(false);
    },
    end: () => decide(true),
    get cited() {
      return cited.map(({ citation }) => citation);
    },
    unknown,
  };
}

/** Passages that a range names at most: "[p2–p4]" are three. */
const LONGEST_RANGE = 12;

function idsIn(list: string): string[] {
  const numbers: number[] = [];
  let isRange = false;
  for (const [part, digits] of list.matchAll(MARK_PART)) {
    if (digits === undefined) {
      isRange = part !== "";
      continue;
    }
    const [last, next] = [numbers.at(-1) ?? 0, Number(digits)];
    const isWithin = isRange && next > last && next - last <= LONGEST_RANGE;
    numbers.push(...(isWithin ? Array.from({ length: next - last }, (_, at) => last + at + 1) : [next]));
    isRange = false;
  }
  return numbers.map((number) => `p${number}`);
}

/** Ids that a text cites and that no passage has. */
export function unknownIn(text: string, given: readonly GivenPassage[]): string[] {
  const citing = startCiting(given);
  citing.write(text);
  citing.end();
  return [...citing.unknown];
}

/** The passages that a text without marks cites by their documents' titles and their places, in its order. */
export function namedIn(text: string, given: readonly GivenPassage[]): Citation[] {
  const lower = text.toLowerCase();
  const placed = given.flatMap(({ citation }) => {
    const at = lower.indexOf(citation.place.toLowerCase());
    return at >= 0 && lower.includes(citation.title.toLowerCase()) ? [{ at, citation }] : [];
  });
  return placed
    .toSorted((one, other) => one.at - other.at)
    .map(({ citation }) => citation)
    .slice(0, MOST_CITED);
}
