import { readFile } from "node:fs/promises";
import type { Dialect } from "@parley/datasource/types";
import * as v from "valibot";
import { CommandError } from "../command.ts";
import { DbtManifest } from "./dbt-manifest.ts";
import { fromDbt } from "./dbt.ts";
import type { Imported } from "./imported.ts";
import { fromOsi, OsiFile } from "./osi.ts";

/** A file larger than any semantic layer is: it would be read whole. */
const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** Where a file comes from. */
export type SemanticOrigin = "dbt" | "osi";

const unreadable = (message: string, hint: string): CommandError =>
  new CommandError("NOT_A_SEMANTIC_FILE", message, { hint });
const FORMATS_HINT =
  "Give a semantic_manifest.json of dbt (in target/), or a model of the Open Semantic Interchange format, as JSON or YAML.";

async function parsed(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch(() => {
    throw new CommandError("NO_FILE", `${file} cannot be read.`, { hint: "Check --file." });
  });
  if (bytes.length > LARGEST_FILE_BYTES) throw unreadable(`${file} is too large.`, FORMATS_HINT);
  const content = bytes.toString("utf8");
  try {
    if (/^\s*[{[]/.test(content)) return JSON.parse(content);
    const { parse } = await import("yaml");
    // Aliases could make a small file a large one.
    return parse(content, { maxAliasCount: 100 });
  } catch (error) {
    throw unreadable(`${file} is neither JSON nor YAML: ${error instanceof Error ? error.message : ""}`, FORMATS_HINT);
  }
}

function shaped<Schema extends v.GenericSchema>(file: string, schema: Schema, content: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, content);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw unreadable(`${file} is not as its format has it: ${v.getDotPath(issue) ?? ""}: ${issue.message}`, FORMATS_HINT);
}

/** Reads the definitions of a file, whose format is seen from what is in it. Throws `CommandError`. */
export async function readSemanticFile(file: string, dialect: Dialect): Promise<Imported & { origin: SemanticOrigin }> {
  const content = await parsed(file);
  const has = (name: string) => typeof content === "object" && content !== null && name in content;
  if (has("semantic_model")) return { ...fromOsi(shaped(file, OsiFile, content), dialect), origin: "osi" };
  if (has("semantic_models")) return { ...fromDbt(shaped(file, DbtManifest, content), dialect), origin: "dbt" };
  throw unreadable(`${file} is no semantic layer.`, FORMATS_HINT);
}
