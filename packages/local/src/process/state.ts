import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { newEncryptionKeys, newSigningKeys, parseKeys } from "@parley/core/environment/secrets";
import * as v from "valibot";

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

/** A file as JSON; undefined for one that is not there, or that no program reads. */
export function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const KeyList = v.pipe(
  v.string(),
  v.check((value) => {
    try {
      return parseKeys(value).length > 0;
    } catch {
      return false;
    }
  }),
);
const Secrets = v.object({
  signingKeys: KeyList,
  encryptionKeys: KeyList,
  postgresPassword: v.pipe(v.string(), v.nonEmpty()),
});
export type LocalSecrets = v.InferOutput<typeof Secrets>;

/** The secrets that a cloud has kept; undefined if there are none, or they are damaged. */
export function keptSecrets(path: string): LocalSecrets | undefined {
  const parsed = v.safeParse(Secrets, readJson(path));
  return parsed.success ? parsed.output : undefined;
}

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/**
 * The secrets of this cloud: made once, then kept. Without them nothing of the state can be read, so others are never made beside
 * one: throws an error with a readable message if they are damaged, or gone while the state is there.
 */
export function localSecrets({ root, table, postgres, secrets: path }: Places): LocalSecrets {
  const known = keptSecrets(path);
  if (known) return known;
  const wayOut = `move ${root} away to start with new state`;
  if (existsSync(path)) throw new Error(`${path} is damaged: put back what it was, or ${wayOut}`);
  if (isFilled(table) || isFilled(postgres)) {
    throw new Error(`${path} is gone, and without it the state beside it cannot be read: put it back, or ${wayOut}`);
  }
  const secrets = {
    signingKeys: newSigningKeys(),
    encryptionKeys: newEncryptionKeys(),
    postgresPassword: randomBytes(18).toString("base64url"),
  };
  writePrivate(path, secrets);
  return secrets;
}

const Port = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)));
const Ports = v.object({ dynamoDb: Port, s3: Port, postgres: Port });
/** Ports of the last start. They are used again, so that addresses kept in the state stay valid. */
export type Ports = v.InferOutput<typeof Ports>;

/** The ports of the last start; other ones are found where it left none that can be read. */
export function readPorts(path: string): Ports {
  const parsed = v.safeParse(Ports, readJson(path));
  return parsed.success ? parsed.output : {};
}
