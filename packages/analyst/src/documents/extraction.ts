import { parseDelimited } from "../uploads/delimited.ts";
import { decodeText, extensionOf, UnreadableFile } from "../uploads/raw.ts";
import { LONGEST, type Passage, toPassages } from "./passages.ts";

const LINES_OF_ROWS = 20;
const LINES_OF_TEXT = 40;

/** Files that have a text to read. */
export const isReadable = (filename: string): boolean =>
  ["txt", "md", "pdf", "csv", "tsv", "json"].includes(extensionOf(filename));

/** The text of a txt, md, csv or pdf document in passages with their places. Throws `UnreadableFile`. */
export async function extractPassages(filename: string, bytes: Uint8Array): Promise<Passage[]> {
  switch (extensionOf(filename)) {
    case "pdf":
      return toPassages(await pages(bytes));
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

/** The PDF reader is loaded when a PDF comes. */
async function pages(bytes: Uint8Array): Promise<Passage[]> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  try {
    // PDF.js takes the array over, so it gets one of its own.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    return text.map((page, at) => ({ place: `page ${at + 1}`, text: page }));
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new UnreadableFile(isLocked ? "it is protected by a password" : "it is no readable PDF", { cause: error });
  }
}

/** Sections under their headings: "Returns › Refunds". */
function headings(text: string): Passage[] {
  const sections: Passage[] = [];
  const path: string[] = [];
  let fenced = false;
  let body: string[] = [];
  let title = "";
  const close = () => {
    // A heading with nothing under it says no more than the places of its sections do.
    if (body.some((line) => line.trim() !== "" && line !== title))
      sections.push({ place: path.filter(Boolean).join(" › ") || "beginning", text: body.join("\n") });
    body = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!heading) {
      body.push(line);
      continue;
    }
    close();
    const level = heading[1]?.length ?? 1;
    path.length = level - 1;
    title = heading[2] ?? "";
    path[level - 1] = title;
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

/** Rows in blocks, each row with the names of its columns, so that a line explains itself. */
function rowBlocks(content: string, delimiter?: string): Passage[] {
  const [table] = parseDelimited(content, "", delimiter);
  if (!table) return [];
  const lines = table.rows.map((row) => {
    const cells = row.flatMap((cell, at) => {
      const text = String(cell ?? "")
        .replace(/\s+/g, " ")
        .trim();
      return text === "" ? [] : [`${table.headers[at] || `column ${at + 1}`}: ${text}`];
    });
    return `- ${cells.join(" | ")}`;
  });
  if (lines.length === 0) return [{ place: "headings", text: table.headers.join("; ") }];
  const blocks: Passage[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    let length = lines[start]?.length ?? 0;
    while (end < lines.length && end - start < LINES_OF_ROWS && length + (lines[end]?.length ?? 0) < LONGEST)
      length += lines[end++]?.length ?? 0;
    blocks.push({ place: `rows ${start + 1}–${end}`, text: lines.slice(start, end).join("\n") });
    start = end;
  }
  return blocks;
}
