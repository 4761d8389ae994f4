import { monthNamed } from "./dates.ts";

/** Words of a file's name that do not say what is in it, where others do. */
const beside = new Set(
  "report reports export exported data file final draft copy new updated latest version sheet tabelle auszug export bericht entwurf kopie of for the".split(
    " ",
  ),
);
const time = /^(?:(?:19|20)\d{2}|q[1-4]|fy\d{2,4}|h[12]|kw\d{1,2}|w\d{1,2}|v\d{1,3}|\d{1,8})$/i;
const LONGEST_CALLED_CHARACTERS = 200;

/**
 * What the tables of files are called: as the files are, without the times and the remarks that people add to a name ("Sales
 * Report 2025 (final)" is about sales), so that a question says it as a person does. Files that would be called the same keep their
 * names.
 */
export function calledAfter(filenames: readonly string[]): Map<string, string> {
  const short = new Map(filenames.map((filename) => [filename, shortName(withoutExtension(filename))]));
  const names = [...short.values()];
  return new Map(
    [...short].map(([filename, name]) => [
      filename,
      names.filter((other) => other === name).length > 1 ? withoutExtension(filename) : name,
    ]),
  );
}

export const withoutExtension = (filename: string): string => filename.replace(/\.[^.]+$/, "");

function shortName(name: string): string {
  const words = name.slice(0, LONGEST_CALLED_CHARACTERS).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter(
    (word) => !time.test(word) && !beside.has(word.toLowerCase()) && monthNamed(word) === null,
  );
  return telling.length > 0 ? telling.join(" ").toLowerCase() : name;
}
