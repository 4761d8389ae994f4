import { onTestFinished } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { toolsOf } from "./support.ts";

/** A model that follows a script until the test has ended, and the tools of a question that it answers. */
export async function withModel(
  script: Parameters<typeof startModelServer>[0],
  options: Omit<Parameters<typeof toolsOf>[0] & object, "url"> = {},
) {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return { server, tools: toolsOf({ url: server.url, ...options }) };
}
