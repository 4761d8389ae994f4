import { binaryText } from "../driver.ts";
import { cellOf, isoTimestamp } from "../postgres/types.ts";
import type { Cell, ColumnType } from "../types.ts";

/** Athena's types as its results name them, and as the Glue catalog does, which has Hive's names. */
const ATHENA_TYPES: Readonly<Record<string, ColumnType>> = {
  ...of("integer", "tinyint smallint int integer bigint"),
  ...of("number", "real float double decimal"),
  ...of("text", "varchar char string uuid ipaddress"),
  ...of("boolean", "boolean"),
  ...of("date", "date"),
  ...of("timestamp", "timestamp", "timestamp with time zone"),
  ...of("time", "time", "time with time zone"),
  ...of("json", "json"),
  ...of("binary", "varbinary binary"),
};

function of(type: ColumnType, words: string, ...phrases: string[]): Record<string, ColumnType> {
  return Object.fromEntries([...words.split(" "), ...phrases].map((name) => [name, type]));
}

/** The portable type of a type's name, with or without lengths: `varchar(40)` is `text`, `array<string>` is `other`. */
export function typeOfAthena(name: string): ColumnType {
  const bare = name.toLowerCase().replaceAll(/\(\s*\d+\s*(,\s*\d+\s*)?\)/g, "");
  return ATHENA_TYPES[bare.trim()] ?? "other";
}

/** One value of a result as a cell. Athena writes every value as text, and leaves out the text of a NULL. */
export function athenaCell(text: string | undefined, type: ColumnType): Cell {
  if (text === undefined) return null;
  switch (type) {
    case "boolean":
      return text === "true";
    case "binary":
      // Pairs of hexadecimal digits, with spaces between them.
      return binaryText(text.replaceAll(" ", ""));
    case "timestamp":
      return momentOf(text);
    default:
      return cellOf(text, type);
  }
}

/** `2026-05-06 07:08:09.000 UTC` as `2026-05-06T07:08:09Z`; a zone that has a name becomes the offset it had then. */
function momentOf(text: string): string {
  const [, moment = text, zone] = /^(\S+ [\d:.]+) (\S+)$/.exec(text) ?? [];
  const short = moment.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  const offset = zone === undefined ? "" : offsetOf(short, zone);
  return offset === undefined ? text : isoTimestamp(`${short}${offset}`);
}

/** The offset of a zone at a moment that is written in its own time; undefined where nobody knows the zone. */
function offsetOf(moment: string, zone: string): string | undefined {
  if (/^(UTC|Z|GMT)$/i.test(zone)) return "+00";
  if (/^[+-]\d\d:?\d\d$/.test(zone)) return zone;
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    const at = (time: number): string =>
      /GMT([+-]\d\d:\d\d)/.exec(
        format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "",
      )?.[1] ?? "+00:00";
    const asIfUtc = Date.parse(`${moment.replace(" ", "T")}Z`);
    const minutes = (offset: string) =>
      (offset.startsWith("-") ? -1 : 1) * (60 * +offset.slice(1, 3) + +offset.slice(4));
    // What holds around that time says when the moment was, and that says what holds.
    return at(asIfUtc - 60_000 * minutes(at(asIfUtc)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
