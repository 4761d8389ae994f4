import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres } from "../../packages/local/src/emulators/postgres.ts";
import { type ProcessMark, runs } from "../../packages/local/src/process/processes.ts";
import type { DemoTenant } from "../../packages/local/src/demo/demo-tenant.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-start-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const source = (name: string) => new URL(`../../packages/local/src/${name}.ts`, import.meta.url).pathname;

/** Runs a script as npm does, and gives what it says. */
function run(name: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [source(name)], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      LOCAL_DIR: directory,
      PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  return { child, output, exited: once(child, "exit").then(([code]) => code as number | null) };
}

type Demo = DemoTenant & { base_url: string; ws_url: string };
const demo = async () => JSON.parse(await readFile(join(directory, "demo.json"), "utf8")) as Demo;
const ready = (child: ChildProcess, output: { out: string; err: string }) =>
  expect
    .poll(() => (child.exitCode === null ? output.out : `ended: ${output.err}`), { timeout: 50_000, interval: 50 })
    .toMatch(/Parley is ready|^ended/)
    .then(() => expect(child.exitCode, output.err).toBeNull());

async function ask({ base_url, organizations }: Demo, at = 0): Promise<string> {
  const organization = organizations[at];
  const member = organization?.members.find(({ role, active }) => active && role === "member");
  const json = { "content-type": "application/json" };
  const post = async (path: string, headers: Record<string, string>, body: object) =>
    fetch(base_url + path, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const login = await post(
    "/v1/authenticate",
    { "x-api-key": organization?.api_key ?? "" },
    { email: member?.email, user_key: member?.user_key },
  );
  const { token } = (await login.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const integration_id = organization?.integrations[0]?.id;
  const chat = (await (await post("/v1/chats/create", { authorization }, { integration_id })).json()) as { id: string };
  const answer = await post(
    "/v1/chats",
    { authorization },
    { chat_id: chat.id, integration_id, message: "How many customers are there?" },
  );
  return answer.text();
}

describe("npm start", () => {
  /** The start that the case before leaves running; a case that runs alone begins with one of its own. */
  let latest: ReturnType<typeof run> | undefined;
  afterAll(() => latest?.child.kill("SIGTERM"));

  it("says in one line that its port is taken, and exits with 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { output, exited } = run("start", { PORT: String(port) });
    expect(await exited).toBe(1);
    expect(output.err).toBe(
      `Port ${port} is taken. Stop the program that has it, or choose another: PORT=${port + 1} npm start\n`,
    );
    other.close();
  });

  it("is ended by SIGTERM at any moment of its start, with all that it had started", async () => {
    const left = async () => {
      const files = await readdir(join(directory, "run")).catch(() => []);
      const texts = await Promise.all(
        files.map((file) => readFile(join(directory, "run", file), "utf8").catch(() => "")),
      );
      return texts.filter((text) => text !== "" && runs(JSON.parse(text) as ProcessMark));
    };
    const moments: [RegExp, later: number][] = [
      [/^/, 0],
      [/…/, 0],
      [/…/, 400],
      [/demo tenant …/, 0],
      [/demo tenant …/, 900],
    ];
    for (const [line, later] of moments) {
      const { child, output, exited } = run("start");
      await expect
        .poll(() => child.exitCode !== null || line.test(output.out), { timeout: 50_000, interval: 20 })
        .toBe(true);
      await setTimeout(later);
      child.kill("SIGTERM");
      // Before its first line is run, Node itself ends on the signal.
      expect([0, null], output.err).toContain(await exited);
      await expect.poll(left, { timeout: 15_000 }).toEqual([]);
    }
    latest = run("start");
    await ready(latest.child, latest.output);
  }, 120_000);

  it("makes the demo tenant, says how to ask, answers, and keeps all of it for the next start", async () => {
    const first = latest ?? run("start");
    await ready(first.child, first.output);
    const before = await demo();
    expect((await stat(join(directory, "demo.json"))).mode & 0o077).toBe(0);
    expect(before).toMatchObject({ base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown });
    expect(before.ws_url).toBe(`${before.base_url.replace("http", "ws")}/v1/chats/ws`);
    expect(before.organizations).toHaveLength(2);
    expect(first.output.out).toContain(`curl -s ${before.base_url}/v1/authenticate`);
    expect(first.output.out).toContain("Built-in interpreter (rules)");
    expect(first.output.out).toMatch(new RegExp(`after .+\\n\\n  Console    ${before.base_url}/\\n`));
    expect(await (await fetch(before.base_url)).text()).toContain('<div id="root">');
    const events = await ask(before);
    expect(events).toMatch(/^event: chat_metadata\ndata: .+\nid: 1\n\n/);
    expect(events).toContain("event: message\n");
    first.child.kill("SIGINT");
    expect(await first.exited).toBe(0);

    const second = run("start");
    await ready(second.child, second.output);
    const after = await demo();
    expect(after.organizations).toEqual(before.organizations);
    expect(await ask(after)).toContain("event: message\n");
    second.child.kill("SIGKILL");
    await second.exited;

    // Neither is needed to read the state: keys can be made again, and ports found.
    await writeFile(join(directory, "demo.json"), '{"organizations":');
    await writeFile(join(directory, "ports.json"), '{"s3":"none"}');
    latest = run("start");
    await ready(latest.child, latest.output);
    const again = await demo();
    const idsOf = ({ organizations }: Demo) => organizations.map(({ id }) => id);
    expect(idsOf(again)).toEqual(idsOf(before));
    expect(await ask(again)).toContain("event: message\n");
  }, 120_000);

  it("lives on when the demo's PostgreSQL goes away, says so, and answers once it is back", async () => {
    const { child, output, exited } = latest ?? run("start");
    await ready(child, output);
    const json = async <Value>(...path: string[]) =>
      JSON.parse(await readFile(join(directory, ...path), "utf8")) as Value;
    expect(await ask(await demo(), 1)).toContain("event: message\n");
    const { pid } = await json<{ pid: number }>("run", "postgres.json");
    process.kill(pid, "SIGINT");
    await expect.poll(() => output.err, { timeout: 10_000 }).toContain("PostgreSQL on port");
    expect(await ask(await demo(), 1)).toContain('"code":"DATASOURCE_UNAVAILABLE"');

    const { program } = await startPostgres({
      directory: join(directory, "postgres"),
      logFile: join(directory, "logs", "again.log"),
      password: (await json<{ postgresPassword: string }>("secrets.json")).postgresPassword,
      wantedPort: (await json<{ postgres: number }>("ports.json")).postgres,
      started: () => undefined,
    });
    expect(await ask(await demo(), 1)).toContain("event: message\n");
    await program.stop();
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  }, 60_000);

  it("answers on where what it says reaches nobody any more: a pipe that was closed, a file on a full disk", async () => {
    const { child, output, exited } = run("start");
    await ready(child, output);
    const notices = async () =>
      (await readFile(join(directory, "logs", "service.log"), "utf8")).split("PostgreSQL on port").length;
    const before = await notices();
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    const { pid } = JSON.parse(await readFile(join(directory, "run", "postgres.json"), "utf8")) as ProcessMark;
    process.kill(pid, "SIGINT");
    await expect.poll(notices, { timeout: 10_000 }).toBe(before + 1);
    expect((await fetch(`${(await demo()).base_url}/v1/models`)).status).toBe(401);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  }, 30_000);

  it("ends when npm is killed, which takes nothing along", async () => {
    const root = new URL("../..", import.meta.url).pathname;
    await rm(join(directory, "demo.json"));
    const npm = spawn("npm", ["start"], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: "", LOCAL_DIR: directory, PORT: "0" },
      stdio: "ignore",
    });
    await expect.poll(() => existsSync(join(directory, "demo.json")), { timeout: 30_000 }).toBe(true);
    const { base_url } = await demo();
    npm.kill("SIGKILL");
    const gone = () =>
      fetch(base_url).then(
        () => "still there",
        () => "gone",
      );
    await expect.poll(gone, { timeout: 5_000 }).toBe("gone");
    await expect.poll(() => existsSync(join(directory, "run", "cloud.json")), { timeout: 15_000 }).toBe(false);
  }, 60_000);

  it("ends with a line and exit code 1 if LOCAL_DIR cannot be made", async () => {
    const file = join(directory, "notes.txt");
    await writeFile(file, "mine");
    for (const LOCAL_DIR of [file, join(file, "below"), "/proc/parley/state", join(directory, "x".repeat(300))]) {
      const { output, exited } = run("start", { LOCAL_DIR });
      expect(await exited, output.err).toBe(1);
      expect(output.err).toMatch(
        /^LOCAL_DIR cannot be used: .+ is not a folder that can be made and written to \(.+\)\n$/,
      );
    }
    await rm(file);
  }, 60_000);

  it.each([
    ["cut short", '{"signingKeys":'],
    ["empty", ""],
    ["null", "null"],
    ["another file's", '{"dynamoDb":8000}'],
    ["of keys that are none", '{"signingKeys":"x","encryptionKeys":"[]","postgresPassword":"y"}'],
  ])("ends with a line and exit code 1 for secrets that are %s, and leaves them as they are", async (_case, text) => {
    const LOCAL_DIR = join(directory, "damaged");
    await mkdir(LOCAL_DIR);
    await writeFile(join(LOCAL_DIR, "secrets.json"), text);
    const { output, exited } = run("start", { LOCAL_DIR });
    expect(await exited, output.err).toBe(1);
    expect(output.err).toMatch(/^.+secrets\.json is damaged: put back .+, or move .+ away to start with new state\n$/);
    expect(await readFile(join(LOCAL_DIR, "secrets.json"), "utf8")).toBe(text);
    await rm(LOCAL_DIR, { recursive: true });
  });

  it("ends with a line and exit code 1 where the secrets of its state are gone, and makes no others", async () => {
    const LOCAL_DIR = join(directory, "bereft");
    await mkdir(join(LOCAL_DIR, "table"), { recursive: true });
    await writeFile(join(LOCAL_DIR, "table", "table.db"), "");
    const { output, exited } = run("start", { LOCAL_DIR });
    expect(await exited, output.err).toBe(1);
    expect(output.err).toMatch(/^.+secrets\.json is gone, .+: put it back, or move .+ away to start with new state\n$/);
    expect(existsSync(join(LOCAL_DIR, "secrets.json"))).toBe(false);
    await rm(LOCAL_DIR, { recursive: true });
  });

  it("is forgotten by npm run reset", async () => {
    expect(existsSync(directory)).toBe(true);
    const { exited } = run("reset");
    expect(await exited).toBe(0);
    expect(existsSync(directory)).toBe(false);
  });

  it("leaves a folder alone that holds no cloud, and files in one that are not the cloud's", async () => {
    const notes = join(directory, "notes.txt");
    await mkdir(join(directory, "files"), { recursive: true });
    await writeFile(notes, "mine");
    const foreign = run("reset");
    expect(await foreign.exited).toBe(0);
    expect(foreign.output.out).toContain("holds no local cloud");
    expect((await readdir(directory)).toSorted()).toEqual(["files", "notes.txt"]);

    await writeFile(join(directory, "secrets.json"), JSON.stringify({ postgresPassword: "x" }));
    expect(await run("reset").exited).toBe(0);
    expect(await readdir(directory)).toEqual(["notes.txt"]);
  });
});
