import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { call, CommandError, type Deployment } from "./command.ts";

const Environment = v.record(v.string(), v.string());

/** True within the shell of a stage. */
export const isStage = (): boolean =>
  Object.keys(process.env).some((name) => name.startsWith("SST_RESOURCE_") || name === "SST_RESOURCES_JSON");

/** Where the local cloud keeps its state. */
export const localDirectory = (): string => process.env["LOCAL_DIR"] ?? ".local";

/**
 * The deployment to work on: the stage whose shell this runs in (`npx sst shell --stage … --`), else the local cloud
 * that was started in this directory.
 */
export async function openDeployment(): Promise<Deployment> {
  if (!isStage()) Object.assign(process.env, localEnvironment());
  process.env["LOG_LEVEL"] ??= "error";
  // These read the environment when they are imported.
  const [{ createBase }, { createFileAccess }] = await Promise.all([
    import("@parley/core/environment/environment"),
    import("@parley/core/environment/file-access"),
  ]);
  return { ...createBase(), ...createFileAccess() };
}

function localEnvironment(): Record<string, string> {
  const file = join(localDirectory(), "environment.json");
  try {
    return v.parse(Environment, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new CommandError("NO_DEPLOYMENT", `There is no running local cloud here: ${file} cannot be read.`, {
      hint: `Run \`npm start\` first, or work on a stage with \`npx sst shell --stage STAGE -- ${call} …\`.`,
    });
  }
}
