import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { newEncryptionKeys, newSigningKeys } from "@parley/core/environment/secrets";

/** The places of a cloud's state on this machine. */
export interface Places {
  root: string;
  run: string;
  logs: string;
  /** What the service logs and complains of. */
  log: string;
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
    log: join(root, "logs", "service.log"),
    table: join(root, "table"),
    files: join(root, "files"),
    postgres: join(root, "postgres"),
    secrets: join(root, "secrets.json"),
    ports: join(root, "ports.json"),
    environment: join(root, "environment.json"),
    demo: join(root, "demo.json"),
  };
}

/**
 * Makes a folder and those above it, one by one: Node's own recursive way never ends below a folder that takes none, such as
 * `/proc`.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path);
}

/**
 * Makes the folders. The root lets PostgreSQL through, under an account of its own; all that is private is closed itself.
 * Throws an error with a readable message if they cannot be made or written to.
 */
export function makePlaces({ root, run, logs, table, files }: Places): void {
  try {
    makeFolder(root);
    chmodSync(root, statSync(root).mode | 0o111);
    for (const folder of [run, logs, table, files]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(root, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`LOCAL_DIR cannot be used: ${root} is not a folder that can be made and written to (${reason})`, {
      cause: error,
    });
  }
}

/** Writes a file that only its owner may read, all of it or nothing. */
export function writePrivate(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Without its secrets nothing of the state can be read, so the way out is a new one.
    throw new Error(`${path} is damaged: move ${dirname(path)} away to start with new state`, { cause });
  }
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

/** Ports of the last start. They are used again, so that addresses kept in the state stay valid. */
export interface Ports {
  dynamoDb?: number;
  s3?: number;
  postgres?: number;
}

export const readPorts = (path: string): Ports => (readJson(path) as Ports | undefined) ?? {}; // written by `writePrivate`
