import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startTranscriptionServer, type TranscriptionServer } from "../support/transcription-server.ts";
import { sstDiff } from "./diff/diff.ts";
import type { Graph } from "./evaluate.ts";
import { type FunctionInGraph, functionsOf, graphOf, secrets } from "./graph.ts";
import { root } from "./sources.ts";
import { type Call, lambdasOwn, partOf, seldomDone } from "./stage/calls.ts";
import { type Asked, askedBy, misjudged, mutationsOf, refusedTo } from "./stage/iam.ts";
import { unpack, zipOf } from "./stage/function.ts";
import { useEverything } from "./stage/scenario.ts";
import { originSecret, type Stage, startStage } from "./stage/stage.ts";

const run = promisify(execFile);

/** The status a handshake is refused with. */
async function handshakeStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers });
  socket.on("error", () => undefined); // a refused handshake is an error, too
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage]; // what `ws` documents
  socket.terminate();
  return response.statusCode;
}

const types = () => readFileSync(path.join(root, "sst-env.d.ts"), "utf8");

let committed: string;
let diff: { code: number; output: string };
let graph: Graph;

beforeAll(async () => {
  committed = types();
  diff = await sstDiff("ci", secrets);
  graph = await graphOf({ stage: "ci" });
}, 900_000);

describe("sst diff", () => {
  it("finds nothing wrong", () => {
    expect(diff.output).not.toMatch(/✕|[Ee]rror:/);
    expect(diff.code).toBe(0);
  });

  it("generates the types that are committed", () => {
    expect(types()).toBe(committed);
  });

  it("says which secret is missing", async () => {
    const generated = types();
    const { code, output } = await sstDiff("ci", { SigningKeys: "[]" });
    // A diff that fails leaves types of nothing.
    writeFileSync(path.join(root, "sst-env.d.ts"), generated);
    expect(output).toMatch(/EncryptionKeys/);
    expect(code).not.toBe(0);
  }, 900_000);
});

describe("the zips that would be uploaded", () => {
  const each = () => functionsOf(graph).map(({ id }) => [id, Object.keys(zipOf(id))] as const);

  it("hold code and links, and nothing of the sources but what is opened at run time", () => {
    for (const [id, files] of each()) {
      expect(files, id).toContain("bundle.mjs");
      expect(files, id).toContain("resource.enc");
      const others = files.filter((file) => !/\.mjs$|^resource\.enc$|^\.?\/?$/.test(file));
      expect(
        others.filter((file) => !["libpg-query.wasm", "sqlite-process.ts", "duckdb-process.ts"].includes(file)),
        id,
      ).toEqual([]);
    }
  });

  it("hold every file that their code opens beside itself", () => {
    // Acceptance looks saved queries up; only those who save or run one check its SQL.
    const neverChecks = new Set(["Turns", "Socket"]);
    // Of a PDF only the text is read.
    const forPictures = new Set(["jbig2.wasm", "openjpeg.wasm"]);
    for (const [id, files] of each().filter(([name]) => !neverChecks.has(name))) {
      const code = Object.entries(zipOf(id))
        .filter(([name]) => name.endsWith(".mjs"))
        .map(([, bytes]) => new TextDecoder().decode(bytes))
        .join("\n");
      const opened = [...code.matchAll(/new URL\("\.\/([\w.-]+)",\s*import\.meta\.url\)|"([\w-]+\.wasm)"/g)];
      const names = new Set(opened.map(([, program, wasm]) => program ?? wasm ?? ""));
      expect(
        [...names].filter((name) => !files.includes(name) && !forPictures.has(name)),
        id,
      ).toEqual([]);
    }
  });

  it("load completely, also what is loaded late, without node_modules", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "parley-zip-"));
    try {
      // The two that answer questions hold all that the others do.
      for (const id of ["Stream", "SocketWorker", "Socket", "Uploads"]) {
        const folder = path.join(directory, id);
        unpack(id, folder);
        const chunks = Object.keys(zipOf(id)).filter((name) => name.endsWith(".mjs") && name !== "bundle.mjs");
        const program = `for (const chunk of ${JSON.stringify(chunks)}) await import("./" + chunk); process.exit(0);`;
        await run(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("the stage on this machine", () => {
  let speech: TranscriptionServer;
  let stage: Stage;

  beforeAll(async () => {
    speech = await startTranscriptionServer({ reply: () => ({ text: "hello" }) });
    stage = await startStage(graph, {
      LIVEKIT_URL: "wss://livekit.example",
      LIVEKIT_API_KEY: "key",
      TRANSCRIBE_BASE_URL: speech.url,
    });
  }, 900_000);
  afterAll(async () => {
    await stage?.stop();
    await speech?.close();
  });

  it("lets no request bypass the edge", async () => {
    for (const headers of [{}, { "x-origin-secret": "guessed" }]) {
      for (const [method, uri] of [
        ["GET", "/v1/models"],
        ["POST", "/v1/chats"],
        ["GET", "/docs"],
      ] as const) {
        expect((await fetch(stage.cloud.baseUrl + uri, { method, headers })).status, uri).toBe(404);
      }
    }
    for (const headers of [{}, { "x-origin-secret": "guessed" }]) {
      expect(await handshakeStatus(stage.cloud.wsUrl, headers)).toBe(404);
    }
    const headers = { "x-origin-secret": originSecret };
    expect((await fetch(`${stage.cloud.baseUrl}/v1/models`, { headers })).status).toBe(401);
  });

  it("does all that the service can do, with the bundles and the links of the deployment", async () => {
    await useEverything(stage);
  }, 120_000);

  describe("grants each function what its code has used, and no more:", () => {
    const words = ({ action, on }: Call) => `${action} on ${on}`;
    const consumers = new Set(["Worker", "DeadLetterConsumer"]);
    const granted = ({ statements }: FunctionInGraph) =>
      statements.flatMap(({ Action, Resource }) =>
        Action.flatMap((action) => Resource.map((arn) => words({ action, on: partOf(arn) }))),
      );
    const used = (id: string) =>
      [
        ...(stage.functions.get(id)?.calls ?? []),
        ...lambdasOwn(consumers.has(id)),
        ...(seldomDone[id] ?? []),
        // Lambda reports an invocation that it gives up to the dead letters.
        ...(id === "SocketWorker" ? [{ action: "sqs:SendMessage", on: "queue" }] : []),
      ].map(words);
    const sorted = (names: string[]) => [...new Set(names)].toSorted();

    it.each([
      "Auth",
      "Catalog",
      "Chats",
      "Turns",
      "Uploads",
      "Voice",
      "Audio",
      "Memories",
      "Rules",
      "Admin",
      "Sources",
      "Quality",
      "Docs",
      "Stream",
      "Worker",
      "DeadLetterConsumer",
      "Sweeper",
      "Socket",
      "SocketWorker",
    ])("%s", (id) => {
      const one = functionsOf(graph).find((candidate) => candidate.id === id);
      expect(sorted(one ? granted(one) : [])).toEqual(sorted(used(id)));
    });

    describe("as IAM decides: all that was called, and nothing that was not", () => {
      const asked = new Map<string, Asked[]>();
      beforeAll(() => {
        for (const one of functionsOf(graph))
          asked.set(
            one.id,
            askedBy(graph, one, [...(stage.functions.get(one.id)?.calls ?? []), ...(seldomDone[one.id] ?? [])]),
          );
      });

      it("for each function", async () => {
        const everybodys = [...asked.values()].flat();
        let decisions = 0;
        for (const { id, statements } of functionsOf(graph)) {
          const own = asked.get(id) ?? [];
          const refused = refusedTo(graph, own, everybodys);
          decisions += own.length + refused.length;
          for await (const wrong of misjudged(statements, own, refused)) expect.fail(`${id}: ${wrong}`);
        }
        process.stdout.write(`IAM's simulator decided ${decisions} calls as it should\n`);
      }, 120_000);

      it("and notices a role in which an action is missing or a wildcard was added", async () => {
        const everybodys = [...asked.values()].flat();
        const unnoticed: string[] = [];
        for (const { id, statements } of functionsOf(graph)) {
          const own = asked.get(id) ?? [];
          for (const [change, mutated] of mutationsOf(statements)) {
            const first = await misjudged(mutated, own, refusedTo(graph, own, everybodys)).next();
            if (first.done) unnoticed.push(`${id} ${change}`);
          }
        }
        expect(unnoticed).toEqual([]);
      }, 240_000);
    });

    it("is asked of every function", () => {
      expect([...stage.functions.keys()].toSorted()).toEqual(
        functionsOf(graph)
          .map(({ id }) => id)
          .toSorted(),
      );
    });
  });
});
