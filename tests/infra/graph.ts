import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Build, Graph, Request } from "./evaluate.ts";
import type { Resource } from "./mocks.ts";

const run = promisify(execFile);

/** Values that are easily found again: no input of a resource may hold one. */
export const secrets = {
  SigningKeys: "the-value-of-SigningKeys",
  EncryptionKeys: "the-value-of-EncryptionKeys",
};

/** Graphs of a stage's resources, evaluated in a process of its own. Rejects with the program's own complaint. */
export async function graphsOf(request: Request): Promise<Graph[]> {
  const directory = mkdtempSync(path.join(tmpdir(), "parley-graph-"));
  const file = path.join(directory, "graphs.json");
  try {
    await run(process.execPath, [
      path.join(import.meta.dirname, "evaluate.ts"),
      JSON.stringify({ secrets, ...request }),
      file,
    ]);
    return JSON.parse(readFileSync(file, "utf8")) as Graph[]; // written by evaluate.ts
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The graph of a stage's resources. */
export async function graphOf(request: Omit<Request, "mutations">): Promise<Graph> {
  const [graph] = await graphsOf(request);
  if (!graph) throw new Error("nothing was evaluated");
  return graph;
}

export const ofType = (graph: Graph, type: string): Resource[] =>
  graph.resources.filter((resource) => resource.type === `aws:${type}`);

/** The one resource of a type whose name it has. Throws if there is none. */
export function named(graph: Graph, type: string, name: string): Resource {
  const found = ofType(graph, type).find((resource) => resource.name === name);
  if (!found) throw new Error(`there is no ${type} ${name}`);
  return found;
}

export const text = (resource: Resource, property: string): string => {
  const value = resource.inputs[property];
  if (typeof value !== "string") throw new Error(`${resource.name}.${property} is not text`);
  return value;
};

export interface FunctionInGraph {
  /** Its logical name. */
  id: string;
  /** Module of its code, without folder and ending. */
  entry: string;
  arn: string;
  timeout: number;
  memory: number;
  resource: Resource;
  build: Build;
  role: Resource;
  statements: { Action: string[]; Resource: string[]; Condition?: unknown }[];
  environment: Record<string, string>;
}

const parsed = <T>(value: string): T => JSON.parse(value) as T; // made by the program under test, as the caller says

/** Every function with its code, its role and what it is allowed to do. */
export function functionsOf(graph: Graph): FunctionInGraph[] {
  return ofType(graph, "lambda/function:Function").map((resource) => {
    const id = resource.name.replace(/Function$/, "");
    const build = graph.builds.find(({ functionID }) => functionID === id);
    const role = ofType(graph, "iam/role:Role").find(({ inputs }) =>
      text(resource, "role").endsWith(`/${String(inputs["name"])}`),
    );
    if (!build || !role) throw new Error(`${id} has no code or no role`);
    const policies = (role.inputs["inlinePolicies"] ?? []) as { policy: string }[];
    const { variables } = resource.inputs["environment"] as { variables: Record<string, string> };
    return {
      id,
      entry: /\/lambda\/(.+)\.handler$/.exec(build.handler)?.[1] ?? build.handler,
      arn: `arn:aws:lambda:eu-west-1:123456789012:function:${text(resource, "name")}`,
      timeout: Number(resource.inputs["timeout"]),
      memory: Number(resource.inputs["memorySize"]),
      resource,
      build,
      role,
      statements: policies.flatMap(
        ({ policy }) => parsed<{ Statement: FunctionInGraph["statements"] }>(policy).Statement,
      ),
      environment: variables,
    };
  });
}

export const functionOf = (graph: Graph, id: string): FunctionInGraph => {
  const found = functionsOf(graph).find((one) => one.id === id);
  if (!found) throw new Error(`there is no function ${id}`);
  return found;
};
