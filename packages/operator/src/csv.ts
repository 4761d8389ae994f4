/** A line of a file, by its number from 1. */
export interface Line {
  line: number;
  cells: string[];
}

/** The cells of one line; a quoted one may hold the delimiter, and a quote that is doubled. */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"' && (isQuoted || cell.trim() === "")) {
      isQuoted = !isQuoted;
      if (isQuoted) cell = "";
    } else if (letter === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** The lines of a CSV file that hold something. Commas, semicolons or tabs separate cells: whichever the first line has most of. */
export function linesOf(text: string): Line[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const count = (delimiter: string): number => first.split(delimiter).length;
  const delimiter = [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ line: index + 1, cells: cellsOf(line, delimiter) }],
  );
}
