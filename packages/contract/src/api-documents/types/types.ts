import type { ErrorCode } from "../../errors.ts";
import { everyError } from "../../every-error.ts";
import { SocketEvent, StreamEvent } from "../../event.ts";
import { eventComponent, frameComponent, frameSchemas } from "../components.ts";
import { componentSchemas } from "../json-schema.ts";
import { operationTable, operationTypes } from "./operation-types.ts";
import { declaration, typeName, unionOf } from "./type-text.ts";

const eventsOf = ({ options }: typeof StreamEvent | typeof SocketEvent): string[] =>
  options.map(({ entries }) => eventComponent(entries.event.literal));

/**
 * An event that is not known yet. Its name is typed as text with a space, which no known name has: with plain `string`, no
 * `case` would narrow what an event carries.
 */
const unknownEvent = [
  "/**",
  " * The name of an event that this version of the client does not know: any text. The space in its type is what tells it",
  ' * from known names, so that `case "text_delta"` narrows what the event carries.',
  " */",
  "export type UnknownName = `${string} ${string}`;",
  "",
  "/** An event that this version of the client does not know: skip it. */",
  "export interface UnknownEvent {",
  "  event: UnknownName;",
  "  data: unknown;",
  "}",
  "",
];

/**
 * Codes of what gateways say in front of the service, which name none. The service itself always names one: there is no need
 * for the texts of all failures here.
 */
const gatewayFailures = {
  "404 Not Found": "ROUTE_NOT_FOUND",
  "429 Too Many Requests": "RATE_LIMIT",
  "500 Internal Server Error": "INTERNAL",
  "503 Service Unavailable": "SERVICE_UNAVAILABLE",
} as const satisfies Record<string, ErrorCode>;

/** Whether a failure of a status passes, unless its code says otherwise. */
const isPassingStatus = (status: number): boolean => status === 429 || status >= 500;

/** Codes whose `retryable` is not what their status says, with what it is. */
const exceptions = Object.entries(everyError)
  .filter(([, { status, retryable }]) => retryable !== isPassingStatus(status))
  .map(([code, { retryable }]) => [code, retryable] as const);

const madeFromContract = "// Made from the contract by `npm run documents`; do not edit.";

/** A module: its lines and one line feed at its end. */
const moduleOf = (lines: readonly string[]): string => lines.join("\n").trimEnd().concat("\n");

/** The tables of failures, which the client needs, and loads, only when something has failed. */
export const failureTables = (): string =>
  moduleOf([
    madeFromContract,
    'import type { ErrorCode } from "./generated.ts";',
    "",
    "/** Codes of failures that gateways in front of the service answer with, by status and text. */",
    "export const failures: Readonly<Record<string, ErrorCode>> = {",
    ...Object.entries(gatewayFailures).map(([said, code]) => `  "${said}": "${code}",`),
    "};",
    "",
    "/** Whether the same call may succeed later, for codes where that is not what the status says (429 and 5xx may). */",
    "export const retryableByCode: Readonly<Record<string, boolean>> = {",
    ...exceptions.map(([code, retryable]) => `  ${code}: ${retryable},`),
    "};",
  ]);

/** Every named schema by the name that the service's documents have for it. */
const schemaIndex = (): string[] => [
  "/** Every type that has a name in the service's documents, by that name. */",
  "export interface Schemas {",
  ...Object.keys(componentSchemas).map((name) => `  ${name}: ${typeName(name)};`),
  "}",
  "",
];

/** The client's part of the contract as TypeScript: types with their words, and the table of operations. */
export const clientTypes = (): string =>
  moduleOf([
    madeFromContract,
    "",
    ...Object.entries(componentSchemas).flatMap(([name, schema]) => declaration(name, schema)),
    ...unionOf("Visualization", "A chart or a table that was made for an answer.", ["Chart", "Table"]),
    ...unknownEvent,
    ...unionOf("TurnEvent", "What a turn says while it runs, the same by every route.", [
      ...eventsOf(StreamEvent),
      "UnknownEvent",
    ]),
    ...unionOf("SocketEvent", "Frames of the socket that belong to no turn.", [
      ...eventsOf(SocketEvent),
      "UnknownEvent",
    ]),
    ...unionOf(
      "ClientFrame",
      "Frames that a client sends on the socket.",
      [...frameSchemas.keys()].map(frameComponent),
    ),
    ...schemaIndex(),
    ...operationTypes(),
    ...operationTable(),
    ...unionOf(
      "ErrorCode",
      "Every failure that the service names.",
      Object.keys(everyError).map((code) => `"${code}"`),
    ),
  ]);
