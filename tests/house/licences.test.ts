import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFiles, root } from "../support/project-files.ts";

interface Locked {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};

/** Licences that would ask for the source of whatever holds their code. */
const isCopyleft = ({ license = "" }: Locked) => /\b[AL]?GPL\b/.test(license);
const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");
const copyleft = Object.entries(packages).filter(([, locked]) => isCopyleft(locked));

describe("a package whose licence asks for the source of what holds it", () => {
  it("is a tool of development only", () => {
    expect(copyleft.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
    expect(copyleft.map(([path]) => nameOf(path))).toContain("@cloud-copilot/iam-simulate");
  });

  it("is named by tests alone: nothing that is shipped or deployed imports it", () => {
    const names = copyleft.map(([path]) => nameOf(path));
    const shipped = projectFiles().filter((file) => /\.ts$|\/package\.json$/.test(file) && !file.startsWith("tests/"));
    const outside = shipped.filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return names.some((name) => text.includes(name));
    });
    expect(outside).toEqual([]);
  });
});
