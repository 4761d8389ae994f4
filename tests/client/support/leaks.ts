import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startCuttingProxy } from "./cutting-proxy.ts";
import type { TestService } from "./service.ts";

const script = fileURLToPath(new URL("leaks-process.ts", import.meta.url));
/** A person asks this many questions, which are no more than a minute's budget. */
const QUESTIONS_EACH = 3;
/** Milliseconds in which a process that holds nothing has asked its questions and ended. */
const LONGEST_MS = 240_000;

/** Asks `count` questions from a process of its own, half of them aborted. Returns what was left of them when all had ended. */
export async function leftBehind(service: TestService, count: number) {
  const [proxy, organization] = await Promise.all([startCuttingProxy(service.baseUrl), service.newOrganization()]);
  const people = Array.from({ length: Math.ceil(count / QUESTIONS_EACH) }, () => organization.add());
  const tokens = (await Promise.all(people)).map(({ token }) => token);
  const given = [script, proxy.baseUrl, JSON.stringify(tokens), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: LONGEST_MS });
  const left = { ...JSON.parse(stdout), connections: await proxy.connections() };
  await proxy.stop();
  return left;
}
