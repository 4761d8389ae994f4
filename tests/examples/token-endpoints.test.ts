import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { userKey } from "@parley/core/member/user-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Tenant } from "../support/tenant.ts";
import { commandsOf, environmentWith, folderOf, shell } from "./support/readme.ts";

const run = promisify(execFile);
const hasPython = await run("python3", ["-c", "import sys; assert sys.version_info >= (3, 9)"]).then(
  () => true,
  () => false,
);

let service: Service;
let tenant: Tenant;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  environment = environmentWith({
    PARLEY_URL: service.cloud.baseUrl,
    PARLEY_API_KEY: tenant.apiKey,
    PARLEY_SHARED_SECRET: tenant.sharedSecret,
    PORT: "0",
  });
});
afterAll(() => service.stop());

/** The README's commands, for a member that there is. */
const memberCommandsOf = async (example: string): Promise<string[]> =>
  (await commandsOf(example)).map((command) => command.replace("nora@example.com", tenant.member.email));

describe.each([
  ["token-endpoint-node", "server.ts", true],
  ["token-endpoint-python", "token_endpoint.py", hasPython],
])("examples/%s", (example, file, isThere) => {
  const folder = folderOf(example);

  it("names the settings that it reads", async () => {
    const [settings = ""] = await commandsOf(example);
    const names = [...settings.matchAll(/export (\w+)=/g)].map(([, name = ""]) => name);
    expect(names).toEqual(["PARLEY_URL", "PARLEY_API_KEY", "PARLEY_SHARED_SECRET"]);
    const source = await readFile(folder + file, "utf8");
    for (const name of names) expect(source).toMatch(new RegExp(`[[(]"${name}"[\\])]`));
  });

  it("signs as the service does, and serves tokens to a site's own pages", async ({ skip }) => {
    skip(!isThere, "Python 3.9 is not on this machine");
    const [, sign = "", serve = "", curl = ""] = await memberCommandsOf(example);
    const { email } = tenant.member;
    expect(await shell(example, sign, environment)).toBe(userKey(tenant.sharedSecret, email));

    const server = spawn("bash", ["-c", `exec ${serve}`], { cwd: folder, env: environment });
    try {
      const [line] = await once(createInterface(server.stdout), "line");
      const address = /http:\S+/.exec(String(line))?.[0] ?? "";
      const ask = curl.replace("http://127.0.0.1:8000", address);
      const { token, ...rest } = JSON.parse(await shell(example, ask, environment));
      expect(rest).toEqual({ expires_at: expect.any(String) });
      expect((await service.call("GET /v1/chats", { token })).status).toBe(200);
      expect(JSON.parse(await shell(example, ask, environment))).toEqual({ token, ...rest });

      const post = (headers: Record<string, string>) =>
        fetch(`${address}/api/parley-token`, { method: "POST", headers });
      expect((await post({})).status).toBe(401);
      expect((await post({ "x-forwarded-email": email, "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await post({ "x-forwarded-email": "nobody@elsewhere.example" })).status).toBe(502);
    } finally {
      server.kill();
      await once(server, "exit");
    }
  });
});
