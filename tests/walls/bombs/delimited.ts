import { type Bomb, bombsOf, KB } from "./bomb.ts";

const csv = bombsOf("bomb.csv");
const tsv = bombsOf("bomb.tsv");
/** A column of one heavy cell among ordinary ones. */
const cell = (content: string) => `city;amount\nLeeds;${content}\nYork;2\n`;

const utf16 = (units: readonly number[]) => new Uint8Array(Uint16Array.from([0xfeff, ...units]).buffer);

/** Tables of delimited text: what is wide, what never closes, and cells that ask an expression to try everything. */
export const delimited: Bomb[] = [
  csv("120 KB of one wide line above many short ones", `${",".repeat(60_000)}a\n${"a\n".repeat(30_000)}`, /columns/),
  csv("1,900 columns above 60,000 lines", `${"a,".repeat(1_900)}\n${"a\n".repeat(60_000)}`, /cells/),
  csv("delimiters and nothing else", ",".repeat(1000 * KB), /columns/),
  csv("line ends and nothing else", "\n".repeat(1000 * KB), /empty/),
  csv("a digit and 40 KB of spaces in a cell", cell(`1${" ".repeat(40 * KB)}x`)),
  csv("spaces, a digit, spaces", cell(`${" ".repeat(40 * KB)}1${" ".repeat(40 * KB)}.`)),
  csv("40 KB of digits in a cell", cell("1".repeat(40 * KB))),
  csv("40 KB of thousands in a cell", cell(`"1${",000".repeat(10 * KB)}x"`)),
  csv("40 KB of percent signs in a cell", cell(`1${"%".repeat(40 * KB)}x`)),
  csv("40 KB of parentheses in a cell", cell(`${"(".repeat(40 * KB)}1`)),
  csv("40 KB of currencies in a cell", cell(`1${" $€ ".repeat(10 * KB)}x`)),
  csv("40 KB of dashes in a cell", cell(`${"-".repeat(40 * KB)}x`)),
  csv("a time with 40 KB of fraction", cell(`2026-01-01 10:00:00.${"1".repeat(40 * KB)}x`)),
  csv("a date with 40 KB of commas before the time", cell(`2026-01-01${", ".repeat(20 * KB)}x`)),
  csv("a cell of more than a million characters", cell("x".repeat(1_100_000)), /characters/),
  csv("a heading of 900 KB", `${"x".repeat(900 * KB)};b\n1;2\n`),
  csv("a heading of 200 KB of underscores", `${"_".repeat(200 * KB)}a;b\n1;2\n`),
  csv("2,000 columns of one name", `${"a,".repeat(1_999)}a\n${`${"1,".repeat(1_999)}1\n`.repeat(20)}`),
  csv("quotes and nothing else", '"'.repeat(200 * KB + 1)),
  csv("quotes that open in each cell", '"a,'.repeat(60 * KB), /columns/),
  csv("quotes that close nowhere, line by line", `a,b\n${'x,"y""\n'.repeat(20 * KB)}`),
  csv("spaces before each quote", `${'   "a"   ,'.repeat(1_000)}\n`.repeat(40)),
  csv("a declared delimiter that is a quote", `sep="\n${'"'.repeat(100 * KB)}`),
  csv("NULs behind an ordinary beginning", `a,b\n${"1,2\n".repeat(2_000)}${"\0".repeat(200 * KB)}`),
  csv("UTF-16 of lone surrogates", () =>
    utf16([...Buffer.from("a;b\n1;"), ...Array.from({ length: 50_000 }, () => 0xd800)]),
  ),
  csv("byte order marks and nothing else", new Uint8Array(Buffer.from("efbbbf".repeat(50_000), "hex")), /empty/),
  csv("carriage returns between cells of nothing", `a;b${"\r;".repeat(100 * KB)}`),
  tsv("tabs and nothing else", "\t".repeat(500 * KB), /columns/),
];
