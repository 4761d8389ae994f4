import { binaryText, cellText } from "../driver.ts";
import { cellOf } from "../postgres/types.ts";
import type { Cell, ColumnType } from "../types.ts";

/** Redshift's types as its catalog and its Data API name them. */
const REDSHIFT_TYPES: Readonly<Record<string, ColumnType>> = {
  ...of("integer", "int2 int4 int8 smallint integer bigint oid"),
  ...of("number", "float4 float8 numeric decimal real", "double precision"),
  ...of("text", "varchar bpchar char text name uuid character nvarchar nchar", "character varying"),
  ...of("boolean", "bool boolean"),
  ...of("date", "date"),
  ...of("timestamp", "timestamp timestamptz", "timestamp without time zone", "timestamp with time zone"),
  ...of("time", "time timetz", "time without time zone", "time with time zone"),
  ...of("json", "super"),
  ...of("binary", "varbyte varbinary bytea", "binary varying"),
};

function of(type: ColumnType, words: string, ...phrases: string[]): Record<string, ColumnType> {
  return Object.fromEntries([...words.split(" "), ...phrases].map((name) => [name, type]));
}

/** The portable type of a type's name, with or without lengths: `character varying(40)` is `text`. */
export function typeOfRedshift(name: string): ColumnType {
  const bare = name
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, "")
    .replaceAll(/\s+/g, " ");
  return REDSHIFT_TYPES[bare.trim()] ?? "other";
}

/** A value of a result as the Data API writes it: one of these is there. */
export interface RedshiftField {
  isNull?: boolean;
  booleanValue?: boolean;
  longValue?: number;
  doubleValue?: number | string;
  stringValue?: string;
  blobValue?: Uint8Array;
}

/** One value of a result as a cell. */
export function redshiftCell(field: RedshiftField, type: ColumnType): Cell {
  const { booleanValue, longValue, doubleValue, stringValue, blobValue } = field;
  if (field.isNull === true) return null;
  if (booleanValue !== undefined) return booleanValue;
  if (longValue !== undefined) return cellOf(String(longValue), "integer");
  if (doubleValue !== undefined) return Number.isFinite(doubleValue) ? doubleValue : String(doubleValue);
  if (blobValue !== undefined) return binaryText(Buffer.from(blobValue).toString("hex"));
  if (stringValue === undefined) return null;
  if (type === "boolean") return /^t(rue)?$/i.test(stringValue);
  return type === "binary" ? cellText(stringValue) : cellOf(stringValue, type);
}
