import { misconfigured } from "../failure.ts";
import { bareColumn, type CatalogTable } from "../introspection/engine.ts";
import { patience } from "../introspection/patience.ts";
import { typeOfAthena } from "./types.ts";

interface DeclaredColumn {
  Name?: string;
  Type?: string;
  Comment?: string;
}

/** What is used of a table of the data catalog (Glue's, as a rule). */
export interface DeclaredTable {
  Name?: string;
  TableType?: string;
  Columns?: DeclaredColumn[];
  PartitionKeys?: DeclaredColumn[];
  Parameters?: Record<string, string>;
}

/** Lists the tables and views of one database of the catalog. */
export type ListTables = (database: string, signal: AbortSignal) => Promise<DeclaredTable[]>;

/** Looks at one table or view of a database of the catalog. */
export type LookAtTable = (database: string, table: string, signal: AbortSignal) => Promise<DeclaredTable | undefined>;

/** True unless it is certain that rows of its own files are what it shows. */
export const isView = ({ TableType = "", Parameters = {} }: DeclaredTable): boolean =>
  !/^(EXTERNAL|MANAGED)_TABLE$/i.test(TableType) || Parameters["presto_view"] === "true";

export const columnsOf = ({ Columns = [], PartitionKeys = [] }: DeclaredTable): DeclaredColumn[] => [
  ...Columns,
  ...PartitionKeys,
];

const textOrNull = (text: string | undefined) => (text === undefined || text.trim() === "" ? null : text);

/** How many rows a crawler, or a statement that collects statistics, has counted. */
function estimateOf({ Parameters = {} }: DeclaredTable): number | null {
  const rows = Number(Parameters["recordCount"] ?? Parameters["numRows"] ?? 0);
  return Number.isFinite(rows) && rows > 0 ? rows : null;
}

/** The tables of databases as introspection takes them, in a stable order. The catalog knows neither keys nor what may be NULL. */
export async function declaredTables(
  list: ListTables,
  databases: readonly string[],
  signal: AbortSignal,
): Promise<CatalogTable[]> {
  const others = patience();
  const tables: CatalogTable[] = [];
  for (const schema of databases) {
    for (const table of await list(schema, signal)) {
      await others();
      const { Name, Parameters } = table;
      if (Name === undefined) throw misconfigured("The data catalog lists a table without a name.");
      const view = isView(table);
      const columns = columnsOf(table).map(({ Name: name = "", Type: type = "", Comment: comment }) =>
        bareColumn({ name, type: typeOfAthena(type), native_type: type, nullable: true, comment: textOrNull(comment) }),
      );
      if (columns.length === 0) continue;
      tables.push({
        schema,
        name: Name,
        comment: textOrNull(Parameters?.["comment"]),
        ...(view && { is_view: true }),
        row_count: 0,
        primary_key: [],
        columns,
        foreign_keys: [],
        estimate: estimateOf(table),
        view,
      });
    }
  }
  return tables.toSorted((a, b) => order(`${a.schema}.${a.name}`, `${b.schema}.${b.name}`));
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
