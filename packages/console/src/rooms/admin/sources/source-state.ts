import type { SchemaTable } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { useSignedIn } from "../../../session/session-context.ts";

/** What was read of databases is kept under this name. */
export const SOURCES_KEY = ["sources"];

/** Milliseconds between two looks at a database that is being read. */
const READING_POLL_MS = 1_500;

/** The organization's databases and how they are reached, the oldest first. */
export function useSources() {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: SOURCES_KEY,
    queryFn: async ({ signal }) => (await parley.source.list({}, { signal })).integrations,
    // One that is being read says when it has been.
    refetchInterval: ({ state }) =>
      state.data?.some(({ introspection }) => introspection?.status === "running") === true && READING_POLL_MS,
  });
}

/** All tables of a database as they were last read; none while there is no database. Another `version` is read anew. */
export function useTables(sourceId: string | undefined, version?: string) {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: [...SOURCES_KEY, sourceId, "schema", version],
    enabled: sourceId !== undefined,
    queryFn: async ({ signal }) => {
      const tables: SchemaTable[] = [];
      if (sourceId === undefined) return tables;
      for await (const table of parley.source.schema({ integration_id: sourceId }, { signal })) tables.push(table);
      return tables;
    },
  });
}

/** Where the marks of a database's columns are kept. */
export const marksKey = (sourceId: string): readonly string[] => ["column-marks", sourceId];

/** The columns of a database that are marked. */
export function useMarks(sourceId: string) {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: marksKey(sourceId),
    queryFn: async ({ signal }) =>
      (await parley.column_mark.list({ integration_id: sourceId }, { signal })).column_marks,
  });
}

/** What a table is called in a statement. PostgreSQL looks into `public` by itself. */
export const nameOfTable = ({ schema, name }: Pick<SchemaTable, "schema" | "name">): string =>
  schema === null || schema === "public" ? name : `${schema}.${name}`;
