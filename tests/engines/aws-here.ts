import { existsSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;

/** The directory in which `npm run test:engines` installs clients of AWS. */
export const AWS_CLIENTS_DIR = here;

/** Whose requests stand-ins take: the key of the emulators, which the whole process has. */
export const AWS_KEY = { id: "parley-local", secret: "parley-local", region: "eu-west-1" };

/** Whether the client of a service has been installed for tests. */
export const isAwsClientHere = (name: "client-athena" | "client-redshift-data"): boolean =>
  existsSync(join(here, "node_modules/@aws-sdk", name));
