import { cutText, textPieces } from "@parley/contract/cut-text";
import type { Passage } from "@parley/core/passage/passage";
import { parseDelimited } from "../uploads/delimited.ts";
import { FILE_CHARACTERS } from "../file-reader/limits.ts";
import { extensionOf } from "../uploads/file-kind.ts";
import { decodeText, UnreadableFile } from "../uploads/raw-table.ts";
import { PASSAGE_CHARACTERS, toPassages } from "./passages.ts";
import { pdfPages, tooMuchText } from "./pdf-text.ts";

const LINES_OF_ROWS = 20;
const LINES_OF_TEXT = 40;

/** The text of a txt, md, csv or pdf document in passages with their places. Throws `UnreadableFile`. */
export async function extractPassages(filename: string, bytes: Uint8Array): Promise<Passage[]> {
  switch (extensionOf(filename)) {
    case "pdf":
      return toPassages(await pdfPages(bytes));
    case "md":
      return toPassages(headings(decodeText(bytes)));
    case "csv":
      return rowBlocks(decodeText(bytes));
    case "tsv":
      return rowBlocks(decodeText(bytes), "\t");
    case "txt":
    case "json":
      return toPassages(lineBlocks(decodeText(bytes)));
    default:
      throw new UnreadableFile("this kind of file has no text to read");
  }
}

/** Characters of a heading, or of a column's name, that are repeated in the places and lines under it. */
const LONGEST_HEADING = 200;

const shortened = (text: string) => cutText(text, LONGEST_HEADING);

/** A line's level as a heading and its words; null for any other line. */
function headingIn(line: string): { level: number; words: string } | null {
  const mark = /^#{1,6}(?=\s)/.exec(line)?.[0];
  if (mark === undefined) return null;
  const words = line.slice(mark.length).trim();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  return { level: mark.length, words: words.slice(0, end).trim() };
}

/** Sections under their headings: "Returns › Refunds". */
function headings(text: string): Passage[] {
  const sections: Passage[] = [];
  const path: string[] = [];
  let fenced = false;
  let body: string[] = [];
  let title = "";
  const close = () => {
    // A heading with nothing under it adds nothing to the places of its sections.
    if (body.some((line) => line.trim() !== "" && line !== title))
      sections.push({ place: path.filter(Boolean).join(" › ") || "beginning", text: body.join("\n") });
    body = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : headingIn(line);
    if (!heading) {
      body.push(line);
      continue;
    }
    close();
    path.length = heading.level - 1;
    title = heading.words;
    path[heading.level - 1] = shortened(title);
    body.push(title);
  }
  close();
  return sections;
}

/** Paragraphs in blocks, by the line they begin at. */
function lineBlocks(text: string): Passage[] {
  const blocks: Passage[] = [];
  let body: string[] = [];
  let start = 1;
  const lines = text.split(/\r?\n/);
  lines.forEach((line, at) => {
    body.push(line);
    const full = body.length >= LINES_OF_TEXT && line.trim() === "";
    if (!full && body.length < 2 * LINES_OF_TEXT && at < lines.length - 1) return;
    if (body.some((each) => each.trim() !== ""))
      blocks.push({ place: `lines ${start}–${at + 1}`, text: body.join("\n") });
    body = [];
    start = at + 2;
  });
  return blocks;
}

/** Characters of a row that stays whole: a longer one is split like any other text. */
const LONGEST_ROW = 10 * PASSAGE_CHARACTERS;

/** Rows in blocks, each row with the names of its columns, so that a line explains itself. */
function rowBlocks(content: string, delimiter?: string): Passage[] {
  const [table] = parseDelimited(content, "", delimiter);
  if (!table) return [];
  const headers = table.headers.map(shortened);
  let characters = 0;
  const lines = table.rows.flatMap((row) => {
    const cells = row.flatMap((cell, at) => {
      const text = String(cell ?? "")
        .replace(/\s+/g, " ")
        .trim();
      return text === "" ? [] : [`${headers[at] || `column ${at + 1}`}: ${text}`];
    });
    const line = `- ${cells.join(" | ")}`;
    characters += line.length;
    if (characters > FILE_CHARACTERS) throw tooMuchText();
    return line.length <= LONGEST_ROW ? [line] : textPieces(line, PASSAGE_CHARACTERS);
  });
  if (lines.length === 0) return [{ place: "headings", text: headers.join("; ") }];
  const blocks: Passage[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    let length = lines[start]?.length ?? 0;
    while (end < lines.length && end - start < LINES_OF_ROWS && length + (lines[end]?.length ?? 0) < PASSAGE_CHARACTERS)
      length += lines[end++]?.length ?? 0;
    blocks.push({ place: `rows ${start + 1}–${end}`, text: lines.slice(start, end).join("\n") });
    start = end;
  }
  return blocks;
}
