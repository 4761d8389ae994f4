import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerFiles, Question, QuestionQuery } from "@parley/core/answer/answer";
import type { Ids } from "@parley/core/environment/ids";
import { documentKey, type Manifest, manifestKey } from "@parley/core/project/document-files";
import { entryOf } from "@parley/core/query/matching-index";
import { openDatasource } from "@parley/datasource/open";
import { parameterNames } from "@parley/datasource/placeholders/placeholders";
import * as v from "valibot";
import { reasonOf } from "./question-file.ts";
import type { Workplace } from "./workplace.ts";

export interface Folder {
  directory: string;
  ids: Ids;
}

/**
 * Opens the database `name` of a folder: `<name>.sqlite`, and where they are there the documents in `<name>.documents/` and
 * the saved queries in `<name>.saved-queries.json`. Throws where the database is missing or one of them cannot be read.
 */
export async function openInFolder(folder: Folder, name: string, signal: AbortSignal): Promise<Workplace> {
  const path = (ending: string) => join(folder.directory, `${name}${ending}`);
  const file = path(".sqlite");
  await access(file).catch(() => {
    throw new Error(`${file} is not there`);
  });
  const organization_id = folder.ids.next();
  const [documents, saved_queries] = await Promise.all([
    documentsIn(path(".documents"), organization_id, folder.ids),
    savedQueriesIn(path(".saved-queries.json")),
  ]);
  const datasource = openDatasource({ engine: "sqlite", file });
  try {
    const schema = await datasource.introspect(signal);
    const close = () => datasource.close();
    return { name, organization_id, datasource, schema, ...documents, saved_queries, rules: [], close };
  } catch (error) {
    await datasource.close();
    throw error;
  }
}

/** What a path has, or undefined where there is nothing. */
async function ifThere<Result>(found: Promise<Result>): Promise<Result | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** The documents of a directory as one project's, kept as the service keeps them. */
async function documentsIn(
  directory: string,
  organizationId: string,
  ids: Ids,
): Promise<Pick<Workplace, "scope" | "files">> {
  const files = filesInMemory();
  const entries = (await ifThere(readdir(directory, { withFileTypes: true }))) ?? [];
  const names = entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [entry.name] : []));
  if (names.length === 0) return { scope: [], files };
  const project = { id: ids.next(), name: "Documents", description: null };
  const manifest: Manifest = { documents: [] };
  for (const filename of names.toSorted()) {
    const bytes = await readFile(join(directory, filename));
    const id = ids.next();
    await files.put(documentKey(organizationId, project.id, id), bytes, "application/octet-stream");
    const title = filename.replace(/\.[^.]+$/, "");
    const mime_type = "application/octet-stream";
    manifest.documents.push({ id, title, filename, mime_type, size_bytes: bytes.length });
  }
  await files.put(manifestKey(organizationId, project.id), JSON.stringify(manifest), "application/json");
  return { scope: [project], files };
}

/** A store of objects that lasts as long as the evaluation. */
function filesInMemory(): AnswerFiles {
  const objects = new Map<string, Uint8Array>();
  return {
    get: async (key) => objects.get(key),
    async put(key, body) {
      objects.set(key, typeof body === "string" ? new TextEncoder().encode(body) : body);
    },
  };
}

/** As the interface lists saved queries; a title and one of prompt and SQL are enough. */
const SavedQueries = v.array(
  v.object({
    id: v.optional(v.string()),
    title: v.pipe(v.string(), v.nonEmpty()),
    description: v.nullish(v.string(), null),
    prompt: v.optional(v.string()),
    sql: v.nullish(v.string(), null),
    keywords: v.nullish(v.array(v.string()), []),
  }),
);

async function savedQueriesIn(file: string): Promise<Question["saved_queries"]> {
  const text = (await ifThere(readFile(file, "utf8"))) ?? "[]";
  const queries = queriesIn(text, file);
  return {
    entries: queries.map(entryOf),
    read: async (ids) => queries.filter(({ id }) => ids.includes(id)),
  };
}

function queriesIn(text: string, file: string): QuestionQuery[] {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), SavedQueries), text).map((query) => ({
      ...query,
      id: query.id ?? query.title,
      prompt: query.prompt ?? query.title,
      parameters: query.sql === null ? [] : parameterNames(query.sql),
    }));
  } catch (cause) {
    throw new Error(`${file} has no saved queries that can be read: ${reasonOf(cause)}`, { cause });
  }
}
