import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** Asks the suite for what it has found. */
const worker = `
import { suite } from "./suite.js";
export default { async fetch(request) { return Response.json(await suite(await request.json())); } };
`;

/** Modules of a worker as its configuration has them: it finds no files by itself. */
const configOf = (files: readonly string[]): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      compatibilityDate = "2026-01-01",
      modules = [${files.map((file) => `(name = "${file}", esModule = embed "${file}")`).join(", ")}],
    )),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Runs the suite with the published client, in `dist`, in a worker of workerd. `folder` is for the worker's files. */
export async function inWorkerd(
  program: string,
  { dist, folder, suite, given }: { dist: string; folder: string; suite: string; given: unknown },
): Promise<unknown> {
  const client = readdirSync(dist).filter((file) => file.endsWith(".js") && file !== "react.js");
  for (const file of client) copyFileSync(path.join(dist, file), path.join(folder, file));
  const text = readFileSync(suite, "utf8");
  const imports = text.replace('"@parley/client"', '"./parley.js"').replace('"@parley/client/server"', '"./server.js"');
  writeFileSync(path.join(folder, "suite.js"), imports);
  writeFileSync(path.join(folder, "worker.js"), worker);
  writeFileSync(path.join(folder, "config.capnp"), configOf(["worker.js", "suite.js", ...client]));
  const args = ["serve", path.join(folder, "config.capnp"), "--control-fd=3"];
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  try {
    const control = child.stdio[3];
    if (!control) throw new Error("workerd has no control pipe");
    const [line] = await once(createInterface({ input: control as NodeJS.ReadableStream }), "line");
    const { port } = JSON.parse(line) as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(given) });
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  } finally {
    child.kill();
  }
}
