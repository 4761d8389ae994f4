import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Mutation, mutations } from "../mutations.ts";

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

export interface Caught {
  name: string;
  /** The schedule that caught the bug, or undefined if none did. */
  schedule: number | undefined;
  how: string;
}

/** Seeds one bug and plays schedules until one is broken, `count` at most. */
const seedAndPlay = (mutation: Mutation, count = 5_000): Promise<Caught> =>
  new Promise((resolve, reject) => {
    const parameters = [
      "--import",
      at("seed-mutation.ts"),
      at("simulate.ts"),
      "--seed",
      "1",
      "--count",
      String(count),
      "--quiet",
      "--first",
    ];
    const env = { ...process.env, MUTATION: mutation.name, NODE_OPTIONS: "" };
    execFile(process.execPath, parameters, { env, timeout: 300_000 }, (error, stdout, stderr) => {
      const caught = /caught by schedule (\d+): (.*)/.exec(stdout);
      if (error && !caught) return reject(new Error(`${mutation.name}: ${stderr || stdout}`));
      resolve({ name: mutation.name, schedule: caught ? Number(caught[1]) : undefined, how: caught?.[2] ?? "" });
    });
  });

/** R3: every bug, two at a time. */
export async function checkMutations(): Promise<Caught[]> {
  const results: Caught[] = [];
  const waiting = [...mutations];
  const next = async (): Promise<void> => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift())
      results.push(await seedAndPlay(mutation));
  };
  await Promise.all([next(), next()]);
  return results;
}
