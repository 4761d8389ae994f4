/** `npm run reset`: deletes the local cloud's state. */
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { account } from "./emulators/postgres-binaries.ts";
import { clusterFolder } from "./emulators/postgres.ts";
import { isRunning, takeState } from "./process/lock.ts";
import { keptSecrets, makePlaces, placesOf } from "./process/state.ts";

const places = placesOf(process.env["LOCAL_DIR"] ?? ".local");
const { root, ...own } = places;
if (isRunning(places.run)) {
  process.stderr.write(`A local cloud runs on ${root}. Stop it first.\n`);
  process.exit(1);
}
// LOCAL_DIR may name any folder by mistake: what is not a cloud's is left alone.
if (!existsSync(places.secrets)) {
  process.stdout.write(`${root} holds no local cloud: there is nothing to delete.\n`);
  process.exit(0);
}
makePlaces(places);
await takeState(places.run, root); // ends what a killed cloud may have left
const password = keptSecrets(places.secrets)?.postgresPassword ?? "";
rmSync(clusterFolder({ directory: places.postgres, password }, account()), { recursive: true, force: true });
for (const path of Object.values(own)) {
  for (const each of [path, `${path}.new`]) rmSync(each, { recursive: true, force: true });
}
if (readdirSync(root).length === 0) rmdirSync(root);
process.stdout.write(`Forgot ${root}.\n`);
