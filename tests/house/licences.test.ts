import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

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
    const names = copyleft.flatMap(([path]) => ["-e", nameOf(path)]);
    const files = execFileSync("git", ["grep", "--untracked", "-lF", ...names, "--", "*.ts", "*/package.json"], {
      cwd: root,
    });
    const outside = files
      .toString()
      .trim()
      .split("\n")
      .filter((file) => !file.startsWith("tests/"));
    expect(outside).toEqual([]);
  });
});
