/**
 * The parts of the client that are loaded when they are needed must import nothing of what is loaded at once. Bundlers put the latter
 * into the entry of a page, and Rollup up to 4.64 did so even where that entry waits for such a part at its top level: the part then
 * waits for the entry, the entry for the part, for ever. So the core lends a part what it needs, as an argument.
 */
import type { Rolldown, UserConfig } from "tsdown";

type Chunk = Rolldown.OutputChunk;
type Plugin = Extract<UserConfig["plugins"], { name: string }>;

/** What is loaded at once with `createParley`, in one file. */
const CORE = "core";

/** A piece of a file to put another text in the place of. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** A name of a module, and the one it is exported by or imported from. */
interface Name {
  local: string;
  outer: string;
}

/** The syntax that is read here, as parsers give it. */
interface Node {
  type: string;
  start: number;
  end: number;
  source?: { value?: unknown } | null;
  specifiers?: readonly { local: { name: string }; imported?: { name: string }; exported?: { name: string } }[];
  [field: string]: unknown;
}

/** All nodes of a syntax tree. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (typeof value === "object" && value !== null) {
    if ("type" in value && typeof value.type === "string") yield value as Node; // Parsers give such objects a place.
    for (const inner of Object.values(value)) yield* nodesOf(inner);
  }
}

const namesOf = ({ specifiers = [] }: Node): Name[] =>
  specifiers.map(({ local, imported, exported }) => ({
    local: local.name,
    outer: (imported ?? exported ?? local).name,
  }));

const listed = (names: readonly Name[]): string => names.map(({ local, outer }) => `${outer}: ${local}`).join(", ");

const fileOf = ({ source }: Node): string => String(source?.value).replace("./", "");

function changed(code: string, changes: readonly Change[]): string {
  const inOrder = changes.toSorted((one, other) => other.start - one.start);
  return inOrder.reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code);
}

/** How the core loads a part: one that needs the core is lent it. */
const loadOf = (file: string, parts: ReadonlyMap<string, Chunk>): string =>
  `import("./${file}")${parts.has(file) ? ".then((part) => part.lend(lent$))" : ""}`;

/** Puts another text in the place of each `import()`, which the file that it loads decides. */
const loads = (nodes: readonly Node[], textFor: (file: string) => string): Change[] =>
  nodes
    .filter(({ type }) => type === "ImportExpression")
    .map((node) => ({ start: node.start, end: node.end, text: textFor(fileOf(node)) }));

/** A part as a function of the core. It is made once, as a module is. */
function lentTo(code: string, nodes: readonly Node[], parts: ReadonlyMap<string, Chunk>, core: Chunk): string {
  const imports = nodes.filter(({ type }) => type === "ImportDeclaration");
  const exports = nodes.filter(({ type }) => type === "ExportNamedDeclaration");
  const others = imports.filter((node) => parts.has(fileOf(node)));
  const lent = imports.filter((node) => fileOf(node) === core.fileName || others.includes(node));
  const kept = imports.filter((node) => !lent.includes(node)).map(({ start, end }) => `${code.slice(start, end)}\n`);
  const needed = others.map((node, place) => `import { lend as lend${place}$ } from "./${fileOf(node)}";\n`);
  const taken = lent.map((node) => {
    const place = others.indexOf(node);
    return `const { ${listed(namesOf(node))} } = ${place < 0 ? "core$" : `lend${place}$(core$)`};\n`;
  });
  const removed = [...imports, ...exports].map(({ start, end }) => ({ start, end, text: "" }));
  const body = changed(code, [...removed, ...loads(nodes, (file) => `core$["${file}"]()`)]).trim();
  const made = exports.flatMap(namesOf);
  return `${[...kept, ...needed].join("")}const make$ = (core$) => {
${taken.join("")}${body}
return { ${listed(made)} };
};
let made$;
export const lend = (core$) => (made$ ??= make$(core$));
`;
}

/** The chunks that are loaded later and import the core, themselves or by others such. */
function lateParts(chunks: ReadonlyMap<string, Chunk>, core: Chunk): Map<string, Chunk> {
  const atOnce = new Set<string>();
  const visit = (file: string): void => {
    if (atOnce.has(file)) return;
    atOnce.add(file);
    chunks.get(file)?.imports.forEach(visit);
  };
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) visit(fileName);
  const needsCore = ({ imports }: Chunk): boolean =>
    imports.some((file) => {
      const other = chunks.get(file);
      return file === core.fileName || (other !== undefined && !atOnce.has(file) && needsCore(other));
    });
  return new Map([...chunks].filter(([file, chunk]) => !atOnce.has(file) && needsCore(chunk)));
}

/**
 * Makes each part a function of the core, and lends it the core. A part loads another one through the core, too: Vite gives whatever
 * calls `import()` a helper, which it puts into the entry.
 */
function lend(core: Chunk, parts: ReadonlyMap<string, Chunk>, read: (code: string) => readonly Node[]): void {
  const loaded = new Set<string>();
  const used = new Set<string>();
  for (const part of parts.values()) {
    const nodes = read(part.code);
    for (const node of nodes) {
      if (node.type === "ImportExpression") loaded.add(fileOf(node));
      else if (node.type === "ImportDeclaration" && fileOf(node) === core.fileName)
        for (const { outer } of namesOf(node)) used.add(outer);
    }
    part.code = lentTo(part.code, nodes, parts, core);
  }
  const nodes = read(core.code);
  const names = nodes.filter(({ type }) => type === "ExportNamedDeclaration").flatMap(namesOf);
  const lent = names.filter(({ outer }) => used.has(outer));
  const loaders = Array.from(loaded, (file) => `"${file}": () => ${loadOf(file, parts)}`);
  const code = changed(
    core.code,
    loads(nodes, (file) => loadOf(file, parts)),
  );
  core.code = `${code}\nconst lent$ = { ${[listed(lent), ...loaders].join(", ")} };\n`;
}

/** Puts all that `module` imports statically into the file of the core, and lends it to the parts that are loaded later. */
export function lendCore(module: string): { plugin: Plugin; codeSplitting: Rolldown.CodeSplittingOptions } {
  const atOnce = new Set<string>();
  const plugin: Plugin = {
    name: "lend-core",
    buildEnd() {
      const visit = (id: string): void => {
        if (atOnce.has(id)) return;
        atOnce.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(visit);
      };
      visit(module);
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === "chunk" && file.fileName.endsWith(".js"));
      const chunks = new Map(files.map((file) => [file.fileName, file as Chunk])); // As it was just looked at.
      const core = files.find((file): file is Chunk => file.type === "chunk" && file.name === CORE);
      if (!core) return;
      lend(core, lateParts(chunks, core), (code) => [...nodesOf(this.parse(code))]);
    },
  };
  return { plugin, codeSplitting: { groups: [{ name: CORE, test: (id) => atOnce.has(id) }] } };
}
