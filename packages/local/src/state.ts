import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newEncryptionKeys, newSigningKeys } from "@parley/core/secrets";

/** The places of a cloud's state on this machine. */
export interface Places {
  root: string;
  run: string;
  logs: string;
  table: string;
  files: string;
  postgres: string;
  secrets: string;
  ports: string;
  environment: string;
  demo: string;
}

export function placesOf(directory: string): Places {
  const root = resolve(directory);
  return {
    root,
    run: join(root, "run"),
    logs: join(root, "logs"),
    table: join(root, "table"),
    files: join(root, "files"),
    postgres: join(root, "postgres"),
    secrets: join(root, "secrets.json"),
    ports: join(root, "ports.json"),
    environment: join(root, "environment.json"),
    demo: join(root, "demo.json"),
  };
}

/** Makes the folders. The root lets PostgreSQL through, under an account of its own; all that is private is closed itself. */
export function makePlaces({ root, run, logs, table, files }: Places): void {
  mkdirSync(root, { recursive: true });
  chmodSync(root, statSync(root).mode | 0o111);
  for (const folder of [run, logs, table, files]) mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Writes a file that only its owner may read, all of it or nothing. */
export function writePrivate(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

export interface LocalSecrets {
  signingKeys: string;
  encryptionKeys: string;
  postgresPassword: string;
}

/** The secrets of this cloud: made once, then kept. */
export function localSecrets(path: string): LocalSecrets {
  const known = readJson(path) as LocalSecrets | undefined; // written by this function
  if (known) return known;
  const secrets = {
    signingKeys: newSigningKeys(),
    encryptionKeys: newEncryptionKeys(),
    postgresPassword: randomBytes(18).toString("base64url"),
  };
  writePrivate(path, secrets);
  return secrets;
}

/** Ports of the last start. They are asked for again, so that addresses kept in the state stay true. */
export interface Ports {
  dynamoDb?: number;
  s3?: number;
  postgres?: number;
}

export const readPorts = (path: string): Ports => (readJson(path) as Ports | undefined) ?? {}; // written by `writePrivate`
