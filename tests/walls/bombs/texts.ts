import { type Bomb, bombsOf, KB } from "./bomb.ts";

const md = bombsOf("bomb.md");
const txt = bombsOf("bomb.txt");

/** Lines that an expression with two ways through them tries in all of their combinations. */
export const markdowns: Bomb[] = [
  md("a heading of 50 KB of spaces", `#${" ".repeat(50 * KB)}x\ntext`),
  md("a heading of spaces and marks", `# ${" #".repeat(50 * KB)}x\ntext`),
  md("a heading that ends in marks", `# x${"#".repeat(100 * KB)}\ntext`),
  md("5,000 sections under a long heading", `# ${"long ".repeat(20 * KB)}\n${"## s\ntext\n".repeat(5_000)}`),
  md("emphasis in emphasis", "*_".repeat(50 * KB)),
  md("emphasis that never closes", "**a ".repeat(50 * KB)),
  md("brackets", "[".repeat(100 * KB)),
  md("links in links", "[a](".repeat(50 * KB)),
  md("backticks", "`".repeat(50 * KB) + " `".repeat(50 * KB)),
  md("a table of one line", "| ".repeat(100 * KB)),
  md("quotes in quotes", "> ".repeat(100 * KB)),
  md("fences that never close", "```\n".repeat(30 * KB)),
  md("HTML that never closes", "<!--".repeat(50 * KB)),
];

export const texts: Bomb[] = [
  txt("a line of 5 MB without a space", "x".repeat(5000 * KB)),
  txt("full stops and spaces", ". ".repeat(500 * KB)),
  txt("a full stop before 1 MB of spaces", `x.${" ".repeat(1000 * KB)}x`),
  txt("line ends with spaces between", `x${"\n ".repeat(500 * KB)}x`),
  txt("line ends and nothing else", "\n".repeat(1000 * KB), /no text/),
  txt("carriage returns", "a\r".repeat(500 * KB)),
  txt("marks above one letter", `a${"\u0301".repeat(500 * KB)}`),
  txt("UTF-16 of odd length", new Uint8Array([0xff, 0xfe, ...Buffer.from("a\0".repeat(50 * KB)), 1])),
  txt("NULs", new Uint8Array(500 * KB), /./),
];
