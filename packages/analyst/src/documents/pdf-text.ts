import type { Passage } from "@parley/core/passage/passage";
import { FILE_CHARACTERS, PDF_PAGES, told } from "../file-reader/limits.ts";
import { UnreadableFile } from "../uploads/raw-table.ts";

/** The text of a PDF, page by page; its reader is loaded when a PDF comes. Throws `UnreadableFile`. */
export async function pdfPages(bytes: Uint8Array): Promise<Passage[]> {
  const { getDocumentProxy } = await import("unpdf");
  try {
    // PDF.js transfers the array, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    if (document.numPages > PDF_PAGES) throw new UnreadableFile(`it has more than ${told(PDF_PAGES)} pages`);
    const found: Passage[] = [];
    let characters = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const text = (await page.getTextContent()).items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("");
      characters += text.length;
      if (characters > FILE_CHARACTERS) throw tooMuchText();
      found.push({ place: `page ${number}`, text });
      page.cleanup();
    }
    return found;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new UnreadableFile(isLocked ? "it is protected by a password" : "it is not a readable PDF", { cause: error });
  }
}

/** What is said of a file with more text than is read. */
export const tooMuchText = () => new UnreadableFile(`it has more than ${told(FILE_CHARACTERS)} characters of text`);
