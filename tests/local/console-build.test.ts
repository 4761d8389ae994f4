import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtConsole, ConsoleNotBuilt, distOf } from "../../packages/local/src/console/build.ts";
import type { PageFiles } from "../../packages/local/src/console/page-file.ts";

/** A project of its own with a page in the console's place. It lies where Vite is found. */
let root: string;
const source = "packages/console/src/main.ts";
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

beforeAll(async () => {
  const cache = join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(cache, { recursive: true });
  root = await mkdtemp(join(cache, "console-test-"));
  await write("packages/console/index.html", '<div id="root"></div><script type="module" src="/src/main.ts"></script>');
  await write("packages/console/package.json", '{ "type": "module" }');
  await write("packages/console/vite.config.ts", 'export default { base: "/app/" };');
  await write("packages/embed/package.json", '{ "type": "module" }');
  await write("packages/embed/src/element.ts", "export const element = 1;");
  await write(
    "packages/embed/vite.config.ts",
    'export default { build: { lib: { entry: "src/element.ts", formats: ["es"], fileName: () => "1/element.js" } } };',
  );
  await write("packages/client/package.json", "{}");
  await write("packages/client/src/client.ts", "export const client = 1;");
  await write("package-lock.json", "{}");
  await write(source, 'document.title = "first";');
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function build(signal = new AbortController().signal) {
  const said: string[] = [];
  const files = await builtConsole({ root, signal, say: (line) => said.push(line) });
  return { files, said };
}
const scriptOf = (files: PageFiles) => {
  const [script] = [...files].filter(([path]) => path.startsWith("assets/")).map(([, file]) => file);
  if (!script) throw new Error("the page has no script");
  return script;
};
/** What is being built, or was left. */
const underWay = () => readdir(join(root, "node_modules/.cache")).catch(() => []);

describe("the console's build", () => {
  it("is made once, says how long it took, and is found by the next start", async () => {
    const first = await build();
    expect(first.said).toEqual(["Building the console …", expect.stringMatching(/^The console is built: \d+\.\d s$/)]);
    expect(first.files.get("index.html")?.body.toString()).toContain('src="/app/assets/');
    const { body, encoded } = scriptOf(first.files);
    expect(body.toString()).toContain("first");
    expect(first.files.get("embed/1/element.js")?.encoded.br).toBeDefined();
    expect([brotliDecompressSync(encoded.br ?? ""), gunzipSync(encoded.gzip ?? "")]).toEqual([body, body]);
    const second = await build();
    expect(second.said).toEqual([]);
    expect(second.files).toEqual(first.files);
    expect(await underWay()).toEqual([]);
  });

  it.each([
    [source, 'document.title = "second";'],
    ["packages/client/src/client.ts", "export const client = 2;"],
    ["packages/embed/src/element.ts", "export const element = 2;"],
    ["package-lock.json", '{ "version": 2 }'],
    ["packages/console/vite.config.ts", 'export default { base: "/app/", build: {} };'],
    ["packages/console/src/added.ts", "export const added = 1;"],
  ])("is made anew after a change of %s", async (file, text) => {
    await write(file, text);
    expect((await build()).said).toHaveLength(2);
    expect((await build()).said).toHaveLength(0);
  });

  it("is made anew where a file of it is gone", async () => {
    await rm(join(distOf(root), "index.html"));
    const { files } = await build();
    expect(files.has("index.html")).toBe(true);
  });

  it("fails in one message, without a stack, and leaves what was there", async () => {
    const before = await readdir(distOf(root));
    await write(source, 'import "./missing.ts";');
    const failure = await build().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConsoleNotBuilt);
    const { message } = failure as ConsoleNotBuilt;
    expect(message).toContain("missing.ts");
    expect(message).not.toMatch(/^\s+at /m);
    expect(await readdir(distOf(root))).toEqual(before);
    expect(await underWay()).toEqual([]);
  });

  it("is whole after two starts at once", async () => {
    await write(source, 'document.title = "at once";');
    const [one, other] = await Promise.all([build(), build()]);
    expect(scriptOf(one.files).body).toEqual(scriptOf(other.files).body);
    expect((await build()).said).toEqual([]);
    expect(await underWay()).toEqual([]);
  });

  it("leaves nothing when it is ended", async () => {
    await write(source, 'document.title = "ended";');
    const ending = new AbortController();
    const ended = build(ending.signal).catch((error: unknown) => error);
    ending.abort();
    expect(await ended).toBeInstanceOf(ConsoleNotBuilt);
    expect(await underWay()).toEqual([]);
  });
});
