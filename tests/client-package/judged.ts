/** What is true of every package that is published. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { transform } from "esbuild";
import { publint } from "publint";
import { repository } from "./published.ts";

/** What publint or are-the-types-wrong would mend. */
export async function faultsOf(tarball: Uint8Array<ArrayBuffer>): Promise<unknown[]> {
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  const { problems } = (await checkPackage(createPackageFromTarballData(tarball))) as { problems?: unknown };
  // They are for those who import modules, and require them where Node can.
  const ours = (problems as { kind: string; resolutionKind?: string }[]).filter(
    ({ kind, resolutionKind }) => resolutionKind !== "node10" && kind !== "CJSResolvesToESM",
  );
  return [...messages, ...ours];
}

/** What the files of a package, but those that are named, import by an address at which a page without a bundler finds nothing. */
export async function addressesOf(dist: string, without: readonly string[]): Promise<string[]> {
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const found = names
    .filter((name) => name.endsWith(".js") && !without.includes(name))
    .map(async (name) => {
      const { code } = await transform(readFileSync(path.join(dist, name), "utf8"), { minifyWhitespace: true });
      const addresses = Array.from(code.matchAll(/(?:\bfrom|\bimport\(?)"([^"]+)"/g), ([, address = ""]) => address);
      const isThere = (address: string) =>
        /^\.\.?\//.test(address) && existsSync(path.join(dist, path.dirname(name), address));
      return addresses.filter((address) => !isThere(address)).map((address) => `${name}: ${address}`);
    });
  return (await Promise.all(found)).flat();
}

const versionIn = (folder: string): string =>
  JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version;

/** The versions of the service and of its contract. */
export const serviceVersions = (): string[] =>
  ["packages/contract", "."].map((folder) => versionIn(path.join(repository, folder)));

/** The version of a package, and the newest of which its changelog tells. */
export function versionsOf(dist: string): [version: string, newest: string | undefined] {
  const changelog = readFileSync(path.join(dist, "CHANGELOG.md"), "utf8");
  return [versionIn(dist), /^## \[?(\d[^\s\]]*)/m.exec(changelog)?.[1]];
}
