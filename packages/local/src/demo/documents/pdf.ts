/** One line of a page: a heading, running text, or a line of a table in a fixed-width face. */
export type PdfLine = { kind: "title" | "heading" | "text" | "table"; text: string };

const PAGE = { width: 595, height: 842, margin: 64 };
const FACES = {
  title: { font: "F2", size: 20, leading: 32, columns: 48 },
  heading: { font: "F2", size: 13, leading: 26, columns: 74 },
  text: { font: "F1", size: 11, leading: 15, columns: 84 },
  // Lines of a table are set as they are.
  table: { font: "F3", size: 10, leading: 14, columns: Infinity },
} as const;

/**
 * A plain text PDF (A4 paper, the built-in fonts, nothing compressed). It carries no date and no random id, so the same text gives
 * the same bytes. Text must be Latin-1.
 */
export function makePdf(pages: readonly (readonly PdfLine[])[]): Uint8Array {
  const firstPage = 6;
  const pageIds = pages.map((_, index) => firstPage + 2 * index);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ...["Helvetica", "Helvetica-Bold", "Courier"].map(
      (face) => `<< /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((lines, index) => {
      const content = drawPage(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return Buffer.from(assemble(objects), "latin1");
}

function drawPage(lines: readonly PdfLine[]): string {
  let top = PAGE.height - PAGE.margin;
  const drawn = lines.flatMap(({ kind, text }) => {
    const face = FACES[kind];
    return wrap(text, face.columns).map((part) => {
      top -= face.leading;
      if (top < PAGE.margin) throw new Error("A page of the demo PDF is too long");
      return `BT /${face.font} ${face.size} Tf ${PAGE.margin} ${top} Td (${part.replace(/[\\()]/g, "\\$&")}) Tj ET`;
    });
  });
  return drawn.join("\n");
}

function wrap(text: string, columns: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Header, numbered objects, and the cross-reference table with the offset of each (Latin-1, so characters are bytes). */
function assemble(objects: readonly string[]): string {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
