import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Resource } from "sst/resource";
import * as v from "valibot";
import { clientOptions, lean } from "./client-options.ts";
import { systemClock } from "./clock.ts";
import type { Base, ProviderSecret, Secrets } from "./context.ts";
import { createIds } from "./ids.ts";
import { parseKeys } from "./secrets.ts";
import { readSettings } from "./settings.ts";
import { createTable } from "../store/table.ts";

/** The names under which infrastructure links its resources to functions; `packages/local` sets the same ones. */
export type ResourceName =
  | "Table"
  | "Files"
  | "TurnQueue"
  | "TurnWorker"
  | "Sockets"
  | "SigningKeys"
  | "EncryptionKeys"
  | "OriginSecret"
  | ProviderSecret;

/** What the shell of a stage has beside them, for the operator's command line. */
export type ShellResourceName = "App" | "Service" | "DeadLetters";

type LinkName = ResourceName | ShellResourceName;

/**
 * A property of a linked resource, or undefined if the resource is not linked to this function or has none (a
 * provider's key that is not set). This is the one place where links are read: `secret set … < file` keeps the file's
 * last newline, so white space around a value is taken off. Throws for a blank value.
 */
export function linkedOptional(name: LinkName, property: string): string | undefined {
  let resource: unknown;
  try {
    resource = Reflect.get(Resource, name);
  } catch {
    // SST's Resource throws for a resource that is not linked.
    return undefined;
  }
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), resource);
  const value = parsed.success ? parsed.output[property] : undefined;
  if (typeof value !== "string" || value === "") return undefined;
  const trimmed = value.trim();
  if (trimmed === "") throw new Error(`the value of ${name} is blank: set it again`);
  return trimmed;
}

/** A property of a linked resource. Throws if it is missing or blank: a fault of the deployment. */
export function linked(name: LinkName, property: string): string {
  const value = linkedOptional(name, property);
  if (value === undefined) throw new Error(`the resource ${name} is not linked, or its ${property} is empty`);
  return value;
}

const secrets: Secrets = {
  signingKeys: () => parseKeys(linked("SigningKeys", "value")),
  encryptionKeys: () => parseKeys(linked("EncryptionKeys", "value")),
  optional: (name) => linkedOptional(name, "value"),
};

/** The base context of this process: the table, time, ids, settings and secrets. */
export function createBase(client = lean(new DynamoDBClient({ ...clientOptions, maxAttempts: 4 }))): Base {
  const clock = systemClock;
  return {
    table: createTable(client, linked("Table", "name"), clock),
    clock,
    ids: createIds(clock),
    settings: readSettings(process.env),
    secrets,
  };
}
