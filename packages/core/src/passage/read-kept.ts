import { keptText, type PlacedDocument, type ReadDocument, type Shelf } from "./shelf.ts";

/** Documents whose texts are read at once, and their bytes together: a text takes several times as much memory as its file. */
const READ_AHEAD = 8;
const READ_AHEAD_BYTES = 16 * 1024 * 1024;

/** Documents one after another with the texts that are kept of them; one that has not been read yet has no passages. */
export async function* readKept(shelf: Shelf, documents: Iterable<PlacedDocument>): AsyncGenerator<ReadDocument, void> {
  const waiting = [...documents];
  const ahead: { document: PlacedDocument; text: ReturnType<typeof keptText> }[] = [];
  let bytes = 0;
  for (;;) {
    while (waiting[0] && ahead.length < READ_AHEAD && (ahead.length === 0 || bytes < READ_AHEAD_BYTES)) {
      const document = waiting.shift();
      if (!document) break;
      const text = keptText(shelf, document);
      // Awaited below, in turn: until then a failure waits.
      text.catch(() => undefined);
      ahead.push({ document, text });
      bytes += document.size_bytes;
    }
    const next = ahead.shift();
    if (!next) return;
    bytes -= next.document.size_bytes;
    yield { ...next.document, ...((await next.text) ?? { passages: [] }) };
  }
}
