import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** How a body may be encoded, the better way first, and the suffix of the file that has it so. */
export const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;
export type Encoding = (typeof encodings)[number]["name"];

/** A file of the page, in memory: what is served does not change while a service runs. */
export interface PageFile {
  type: string;
  /** A strong validator of the body as it is; an encoding's is this and its name. */
  tag: string;
  body: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
}

/** By the path below `/app/`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const textTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Compresses well; the rest, as fonts and pictures, is compressed already. */
export const isText = (path: string): boolean => extname(path) in textTypes;

const types: Readonly<Record<string, string>> = {
  ...textTypes,
  ".png": "image/png",
  ".woff2": "font/woff2",
};

const tagOf = (body: Buffer): string => createHash("sha256").update(body).digest("base64url").slice(0, 22);

/** A file of this name and body; its type follows from the name. */
export const pageFile = (path: string, body: Buffer, encoded: PageFile["encoded"] = {}): PageFile => ({
  type: types[extname(path)] ?? "application/octet-stream",
  tag: tagOf(body),
  body,
  encoded,
});

/** Reads the files of a built page with their compressed copies. Rejects when one cannot be read. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const bodies = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
  const files = new Map<string, PageFile>();
  for (const [path, body] of bodies) {
    if (encodings.some(({ suffix }) => path.endsWith(suffix))) continue;
    const encoded: PageFile["encoded"] = {};
    for (const { name, suffix } of encodings) {
      const copy = bodies.get(path + suffix);
      if (copy) encoded[name] = copy;
    }
    files.set(path, pageFile(path, body, encoded));
  }
  return files;
}
