import { readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

const source = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Names of linked resources, from the one type that says what may be read. */
export function linkNames(): string[] {
  const names = (file: string, type: string) => {
    const [, union = ""] = new RegExp(`type ${type} =([^;]+);`).exec(source(file)) ?? [];
    return [...union.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  };
  return [
    ...names("packages/core/src/environment/environment.ts", "ResourceName"),
    ...names("packages/core/src/environment/context.ts", "ProviderSecret"),
  ];
}

/** Names of environment variables that settings are read from. */
export const settingNames = (): string[] =>
  [...source("packages/core/src/environment/settings.ts").matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name = ""]) => name);
