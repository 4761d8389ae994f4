import { deflateSync } from "node:zlib";
import { deflatedRepeated } from "../../support/packing.ts";
import { type Bomb, bombsOf, KB } from "./bomb.ts";

type PdfObject = string | { dictionary: string; content: string | Uint8Array };

/** A PDF of objects, the first of them its catalogue, with an honest table of where they are. */
function pdf(objects: readonly PdfObject[], trailer = ""): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [number, object] of objects.entries()) {
    places.push(at);
    add(Buffer.from(`${number + 1} 0 obj\n`));
    if (typeof object === "string") add(Buffer.from(object));
    else {
      add(Buffer.from(`<< ${object.dictionary} /Length ${object.content.length} >>\nstream\n`));
      add(Buffer.from(object.content));
      add(Buffer.from("\nendstream"));
    }
    add(Buffer.from("\nendobj\n"));
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = at;
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const catalogue = "<< /Type /Catalog /Pages 2 0 R >>";
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const page = (contents: string, resources = "/Font << /F1 5 0 R >>") =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << ${resources} >> /Contents ${contents} >>`;
const one = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const text = "BT /F1 9 Tf (text) Tj ET\n";
const packed = (content: string | Uint8Array, dictionary = "") => ({
  dictionary: `/Filter /FlateDecode ${dictionary}`,
  content: deflateSync(content),
});
const packedTimes = (times: number, block: string) => ({
  dictionary: "/Filter /FlateDecode",
  content: deflatedRepeated({ block: Buffer.from(block), times }),
});
/** One page with the given content. */
const drawn = (content: PdfObject, ...others: PdfObject[]) =>
  pdf([catalogue, one, page("4 0 R"), content, font, ...others]);

const made = bombsOf("bomb.pdf");
const kids = (count: number, kid: number) =>
  `<< /Type /Pages /Kids [${`${kid} 0 R `.repeat(count)}] /Count ${count} >>`;
const chain = () =>
  Array.from({ length: 20_000 }, (_, at) => `<< /Type /Pages /Parent ${at + 1} 0 R /Kids [${at + 3} 0 R] /Count 1 >>`);
const folded = () => deflateSync(deflateSync(deflatedRepeated({ block: new Uint8Array(KB * KB), times: 200 })));

/** What ends in a wall is as good as what PDF.js gets by: nothing of it is ours. */
export const pdfs: Bomb[] = [
  made("20,000 levels of pages", () => pdf([catalogue, ...chain(), page("[]")]), /./),
  made("pages that hold themselves", () => pdf([catalogue, "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"]), /./),
  made(
    "pages that hold each other a thousand times",
    () => pdf([catalogue, kids(1_000, 3), kids(1_000, 4), kids(1_000, 3)]),
    /./,
  ),
  made(
    "a thousand million pages that are said to be there",
    () => pdf([catalogue, "<< /Type /Pages /Kids [] /Count 1000000000 >>"]),
    /./,
  ),
  made(
    "20,000 pages of one content",
    () => pdf([catalogue, kids(20_000, 3), page("4 0 R"), packed(text.repeat(1_000)), font]),
    /pages/,
  ),
  made("200 MB of text in 200 KB", () => drawn(packedTimes(8 * KB, text.repeat(KB))), /./),
  made(
    "200 MB of nothing behind three filters",
    () => drawn({ dictionary: "/Filter [/FlateDecode /FlateDecode /FlateDecode]", content: folded() }),
    /./,
  ),
  made(
    "a predictor of a thousand million columns",
    () => drawn(packed(text, "/DecodeParms << /Predictor 12 /Columns 1000000000 >>")),
    /./,
  ),
  made("lists in lists", () => drawn("[".repeat(200_000)), /./),
  made("dictionaries in dictionaries", () => drawn("<</a ".repeat(100_000)), /./),
  made("a string that never closes", () => drawn("(".repeat(500 * KB)), /./),
  made(
    "tables that point to each other",
    () =>
      Buffer.from(
        "%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF",
      ),
    /PDF/,
  ),
  made(
    "a table of a thousand million entries",
    () =>
      Buffer.from(
        "%PDF-1.7\nxref\n0 1000000000\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n9\n%%EOF",
      ),
    /PDF/,
  ),
  made(
    "a form that draws itself",
    () =>
      pdf([
        catalogue,
        one,
        page("4 0 R", "/XObject << /X 5 0 R >>"),
        { dictionary: "", content: "/X Do\n".repeat(100) },
        {
          dictionary: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>",
          content: "/X Do\n".repeat(100),
        },
      ]),
    /./,
  ),
  made(
    "forms that draw ten of the next, ten deep",
    () =>
      pdf([
        catalogue,
        one,
        page("4 0 R", "/XObject << /X 5 0 R >>"),
        { dictionary: "", content: "/X Do\n".repeat(10) },
        ...Array.from({ length: 10 }, (_, at) => ({
          dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${at + 6} 0 R >> >>`,
          content: "/X Do\n".repeat(10),
        })),
        font,
      ]),
    /./,
  ),
  made(
    "a map of four thousand million characters",
    () =>
      pdf([
        catalogue,
        one,
        page("4 0 R"),
        { dictionary: "", content: text },
        "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>",
        {
          dictionary: "/Type /CMap",
          content:
            "1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n1 beginbfrange <00000000> <ffffffff> <0041> endbfrange\n1 begincidrange <00000000> <ffffffff> 0 endcidrange",
        },
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> /W [0 1000000000 500] >>",
      ]),
    /./,
  ),
  made("saved states that are never restored", () => drawn(packedTimes(5 * KB, "q ".repeat(KB))), /./),
  made("a length that lies", () =>
    Buffer.from(
      String(Buffer.from(drawn({ dictionary: "", content: text }))).replace(/\/Length \d+/, "/Length 999999999"),
    ),
  ),
];
