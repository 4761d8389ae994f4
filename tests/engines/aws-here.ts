import { existsSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

const here = import.meta.dirname;

/** The directory in which `npm run test:engines` installs clients of AWS. */
export const AWS_CLIENTS_DIR = here;

/** Whose requests stand-ins take: the key of the emulators, which the whole process has. */
export const AWS_KEY = { id: "parley-local", secret: "parley-local", region: "eu-west-1" };

/** Whether the client of a service has been installed for tests. */
export const isAwsClientHere = (name: "client-athena" | "client-redshift-data"): boolean =>
  existsSync(join(here, "node_modules/@aws-sdk", name));

/** Lets this process find the clients, and call the stand-in of a service with its key. */
export function useAwsClients(): void {
  vi.stubEnv("AWS_CLIENTS_DIR", AWS_CLIENTS_DIR);
  vi.stubEnv("AWS_ACCESS_KEY_ID", AWS_KEY.id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS_KEY.secret);
  vi.stubEnv("AWS_SESSION_TOKEN", undefined);
}
