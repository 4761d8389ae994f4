import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create } from "@parley/core/member/member";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentWith } from "../examples/support/readme.ts";
import { startShop } from "../examples/support/shop.ts";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../..", import.meta.url));
const surroundings = join(import.meta.dirname, "support/readme-surroundings.ts");

/** What each snippet of the README says when it runs, by its chapter and its number there. */
const expected: Readonly<Record<string, RegExp>> = {
  "Introduction 1": /^write \["Revenue by month last year: /,
  "A token, on both sides 1": /^$/,
  "A token, on both sides 2": /^write \["analytics\.example\.com answers"\]$/,
  "Ask 1": /draw \[\{.*"type":"table"[^]*write \["Revenue by month/,
  "Ask 2": /^write \["There are 12 customers\./,
  "What an answer has 1": /table \[\["month","revenue"\][^]*chart \[\{[^]*write \[\[\{"sql":[^]*offer \[\["/,
  "When a stream is cut 1": /write \["ended"\]\nwrite \["Revenue by month/,
  "Stop 1": /^write \["(TurnCancelled|AbortError)"\]$/,
  "Chats and pages 1": /^write \["Revenue, monthly"\]/,
  "Errors 1": /^$/,
  "Files 1": /^bar \[0\]\nbar \[1\]$/,
  "Tables in full 1": /^(write \["\d{4}-\d\d,[\d.]+"\]\n){11}write/,
  "Durable turns 1": /^save \[\{.*"content":"Revenue by month/,
  "A socket 1": /^write \[\{.*"content":"Revenue by month/,
  "React 1": /^write \["<main><\/main>"\]$/,
  "On a server 1": /There are 12 customers[^]*write \["\/api\/parley-token",200,\["token","expires_at"\]\]$/,
};

/** What a test does after a snippet, to see what it made. */
const afterwards: Readonly<Record<string, string>> = {
  "A token, on both sides 1": "serve(POST);",
  "A token, on both sides 2": `await parley.chat.list({ limit: 1 });\nwrite("analytics.example.com answers");`,
  "Stop 1": "await turn.answer().catch((error: Error) => write(error.name));",
  "React 1": "show(Page);",
};

interface Snippet {
  name: string;
  code: string;
}

/** The README's snippets in TypeScript. */
function snippetsOf(readme: string): Snippet[] {
  return readme.split(/^## /m).flatMap((chapter, at) => {
    const title = at === 0 ? "Introduction" : (/^.*/.exec(chapter)?.[0] ?? "");
    return [...chapter.matchAll(/```tsx?\n(.*?)```/gs)].map(([, code = ""], number) => ({
      name: `${title} ${number + 1}`,
      code,
    }));
  });
}

/** A snippet as a module, which imports what it uses of the surroundings and does not declare itself. */
function moduleOf({ name, code }: Snippet, names: readonly string[], place: string): string {
  const whole = `${code}\n${afterwards[name] ?? ""}`;
  const words = whole.replace(/"[^"\n]*"/g, '""').replace(/\/\/.*$/gm, "");
  const isUsed = (word: string) => new RegExp(`(?<![.\\w])${word}\\b(?!: )`).test(words);
  const isDeclared = (word: string) => new RegExp(`(const|import) (${word}|\\{[^}]*\\b${word}\\b[^}]*\\})`).test(words);
  const wanted = names.filter((word) => isUsed(word) && !isDeclared(word));
  return `import { ${wanted.join(", ")} } from "${place}";\n${whole}\nexport {};\n`;
}

let snippets: Snippet[];
let directory: string;
let stop: () => Promise<void>;
let said: ReadonlyMap<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-readme-"));
  await symlink(join(repository, "node_modules"), join(directory, "node_modules"));
  snippets = snippetsOf(await readFile(join(repository, "packages/client/README.md"), "utf8"));
  const source = await readFile(surroundings, "utf8");
  const names = [...source.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
  for (const [at, snippet] of snippets.entries()) {
    await writeFile(join(directory, `snippet-${at}.tsx`), moduleOf(snippet, names, surroundings));
    const code = moduleOf(snippet, names, `${surroundings}?${at}`);
    const options = { loader: "tsx", jsx: "automatic", format: "esm" } as const;
    await writeFile(join(directory, `snippet-${at}.mjs`), (await transform(code, options)).code);
  }
  const { service, shop } = await startShop();
  stop = () => service.stop();
  await create(shop.tenant.ctx, { email: "nora@example.com", name: "Nora", role: "member" });
  const { settings } = await shop.settings();
  const members = await Promise.all(snippets.map(() => shop.settings()));
  const environment = environmentWith({
    ...settings,
    README_MEMBERS: JSON.stringify(members.map(({ settings: { PARLEY_EMAIL } }) => PARLEY_EMAIL)),
  });
  const main = snippets.map((_, at) => `console.log("== ${at}");\nawait import("./snippet-${at}.mjs");`).join("\n");
  await writeFile(join(directory, "main.mjs"), main);
  const { stdout } = await run("node", ["main.mjs"], { cwd: directory, env: environment });
  const parts = stdout.split(/^== \d+\n/m).slice(1);
  said = new Map(snippets.map(({ name }, at) => [name, (parts[at] ?? "").trim()]));
});
afterAll(async () => {
  await stop();
  await rm(directory, { recursive: true, force: true });
});

describe("the snippets of the client's README", () => {
  it("are all tested", () => {
    expect(snippets.map(({ name }) => name)).toEqual(Object.keys(expected));
  });

  it("are right in TypeScript, in a page's project and as strict as it can be", async () => {
    const compilerOptions = {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable"],
      module: "NodeNext",
      jsx: "react-jsx",
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    const files = snippets.map((_, at) => `snippet-${at}.tsx`);
    await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const compiler = join(repository, "node_modules/.bin/tsc");
    const problems = await run(compiler, ["-p", "."], { cwd: directory }).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(problems).toBe("");
  });

  it.each(Object.entries(expected))("do what the page says: %s", (name, words) => {
    expect(said.get(name)).toMatch(words);
  });
});
