import { quotedSpans } from "./quoted-spans.ts";

/** The name under which styles know what is quoted. */
const QUOTED_MARK = "parley-quote";

/** The text nodes of an element, and the text that they are together. */
function textsIn(element: HTMLElement): { nodes: Text[]; text: string } {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) nodes.push(node);
  return { nodes, text: nodes.map(({ data }) => data).join("") };
}

/** Where the words of a quote stand in an element. */
export function rangesOf(element: HTMLElement, quote: string): Range[] {
  const { nodes, text } = textsIn(element);
  const at = (place: number): [Text, number] | null => {
    let begin = 0;
    for (const node of nodes) {
      if (place <= begin + node.length) return [node, place - begin];
      begin += node.length;
    }
    return null;
  };
  return quotedSpans(text, quote).flatMap(({ start, end }) => {
    // The first letter, rather than the end of the node before it.
    const [from, to] = [at(start + 1), at(end)];
    if (!from || !to) return [];
    const range = document.createRange();
    range.setStart(from[0], from[1] - 1);
    range.setEnd(...to);
    return [range];
  });
}

/**
 * Marks ranges without changing what is drawn, so that no text of a file becomes markup. Returns what takes the marks away. A
 * browser that cannot mark shows the passage's edge alone.
 */
export function markRanges(ranges: readonly Range[]): () => void {
  if (!("highlights" in CSS) || typeof Highlight === "undefined") return () => undefined;
  const marked = CSS.highlights.get(QUOTED_MARK) ?? new Highlight();
  for (const range of ranges) marked.add(range);
  CSS.highlights.set(QUOTED_MARK, marked);
  return () => {
    for (const range of ranges) marked.delete(range);
    if (marked.size === 0) CSS.highlights.delete(QUOTED_MARK);
  };
}
