import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "../../packages/client/src");

/** The design's example: names and data taken apart at once, narrowed by name, the rest in `default`. */
const reading = `
import type { Chart, Table, TurnEvent } from "${source}/generated.ts";

declare const turn: AsyncIterable<TurnEvent | { event: "restart"; data: { reason: string } }>;
declare function write(text: string): void;
declare function draw(what: Chart | Table): void;
declare function skip(name: string, data: unknown): void;

export async function read(): Promise<void> {
  for await (const { event, data } of turn) {
    switch (event) {
      case "text_delta":
        write(data.content);
        break;
      case "visualization":
        draw(data);
        break;
      case "restart":
        write(data.reason);
        break;
      case "chat_metadata":
      case "processing":
      case "tool_call":
      case "tool_result":
      case "message":
      case "error":
        break;
      default:
        skip(event, data);
        // @ts-expect-error -- nothing is known of it
        data.content;
    }
  }
}
`;

const calling = `
import type { Methods } from "${source}/operations.ts";

declare const parley: Methods;

export async function titles(): Promise<string[]> {
  const found: string[] = [];
  for await (const { title } of parley.chat.list({ archived: false })) found.push(title ?? "Untitled");
  const { data, response } = await parley.chat.get({ chat_id: "c" }).withResponse();
  const page = await parley.query.list({ limit: 10 });
  return [...found, data.messages.map(({ content }) => content).join(), response.url, page.items[0]?.title ?? ""];
}
`;

const optionsOf = (lib: string[]): ts.CompilerOptions => ({
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: lib.map((name) => `lib.${name}.d.ts`),
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
});

/** What the compiler has against programs, each by its file's name: `right.ts: …`. */
function compiled(programs: Record<string, string>, lib: string[]): string[] {
  const options = optionsOf(lib);
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  const texts = new Map(Object.entries(programs).map(([name, text]) => [join(import.meta.dirname, name), text]));
  host.fileExists = (file) => texts.has(file) || disk.fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    return text === undefined
      ? disk.getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...texts.keys()], options, host))
    .map(
      ({ file, messageText }) =>
        `${basename(file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

describe("the client's types in TypeScript 5.4", () => {
  it("are read by the oldest TypeScript that they are for", () => {
    expect(ts.version).toMatch(/^5\.4\./);
  });

  it("narrow a turn's events by their name, and leave unknown ones to `default`, without the types of a browser", () => {
    const wrong = reading.replace("data.content);", "data.text);");
    expect(compiled({ "right.ts": reading, "wrong.ts": wrong }, ["es2022"])).toEqual([
      expect.stringMatching(/^wrong\.ts: Property 'text' does not exist/),
    ]);
  });

  it("type methods, pages and responses", () => {
    const wrong = calling.replace("({ content }) => content", "({ text }) => text");
    expect(compiled({ "right.ts": calling, "wrong.ts": wrong }, ["es2022", "dom", "dom.iterable"])).toEqual([
      expect.stringMatching(/^wrong\.ts: Property 'text' does not exist/),
    ]);
  });
});
