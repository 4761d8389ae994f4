/** The whole service as `npm start` has it, in a process of its own: the benchmarks put their load on it from outside. */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { startCloud } from "@parley/local/cloud";
import { serve } from "./load/processes.ts";
import { regionsFile } from "./load/regions.ts";

const directory = await mkdtemp(join(tmpdir(), "parley-bench-"));
const cloud = await startCloud({
  directory,
  postgres: false,
  sweepMs: Number(process.env["BENCH_SWEEP_MS"] ?? 60_000),
  // What goes wrong must be seen; the errors the load counts are its own.
  log: { info: () => undefined, error: (message, fields) => console.error(message, fields?.["error"]) },
});

// Imported only now: it reads the environment that the cloud has set.
const [
  { createBase, linked },
  { createFileAccess },
  { issueToken },
  { userKey },
  Member,
  Organization,
  ApiKey,
  Agent,
  Integration,
  { keepDatabaseFile },
  Chat,
  { chatKey },
  { textsPrefix },
  { rowsPrefix },
  { fillChat },
] = await Promise.all([
  import("@parley/core/environment/environment"),
  import("@parley/core/environment/file-access"),
  import("@parley/core/auth/token"),
  import("@parley/core/member/user-key"),
  import("@parley/core/member/member"),
  import("@parley/core/organization/organization"),
  import("@parley/core/organization/api-key"),
  import("@parley/core/agent/agent"),
  import("@parley/core/integration/integration"),
  import("@parley/core/integration/database-file"),
  import("@parley/core/chat/chat"),
  import("@parley/core/chat/record"),
  import("@parley/core/message/texts"),
  import("@parley/core/visualization/kept-rows"),
  import("./load/large-chat.ts"),
]);
const base = { ...createBase(), ...createFileAccess() };

export interface BenchMember {
  tokens: string[];
  chats: { id: string; agent_id: string }[];
}
/** How many members, and what each has. */
export interface Seed {
  members: number;
  tokens: number;
  chats: number;
}

async function member(organizationId: string, name: string, { tokens, chats }: Seed): Promise<BenchMember> {
  const ctx = { ...base, actor: { organization_id: organizationId } };
  const { id } = await Member.create(ctx, { email: `${name}@bench.example`, name, role: "member" });
  const actor = { organization_id: organizationId, member_id: id };
  const own = { ...base, actor };
  return {
    tokens: await Promise.all(Array.from({ length: tokens }, async () => (await issueToken(base, actor)).token)),
    chats: await Promise.all(
      Array.from({ length: chats }, async () => {
        const chat = await Chat.create(own, {});
        return { id: chat.id, agent_id: chat.agent_id ?? "" };
      }),
    ),
  };
}

/** What a member exchanges for a token. */
export interface BenchLogin {
  api_key: string;
  email: string;
  user_key: string;
}

/** What there is of a chat in the table and in the bucket. */
export interface Contents {
  items: number;
  objects: number;
  /** Of all items, whatever the order of their attributes, so that a change shows. */
  hash: string;
}

async function contentsOf(chatId: string): Promise<Contents> {
  const items = await base.table.queryAll({ pk: chatKey(chatId).pk, consistent: true });
  const s3 = new S3Client({ forcePathStyle: true });
  const Bucket = linked("Files", "name");
  const listed = await Promise.all(
    [rowsPrefix(chatId), textsPrefix(chatId)].map((Prefix) => s3.send(new ListObjectsV2Command({ Bucket, Prefix }))),
  );
  s3.destroy();
  return {
    items: items.length,
    objects: listed.reduce((sum, { KeyCount = 0 }) => sum + KeyCount, 0),
    hash: createHash("sha256")
      .update(
        JSON.stringify(
          items.map((item) =>
            Object.keys(item)
              .toSorted()
              .map((name) => [name, item[name]]),
          ),
        ),
      )
      .digest("hex"),
  };
}

const calls = {
  /** A database of the organization of a member. */
  async database(chatId: string): Promise<string> {
    const chat = await base.table.get<{ organization_id: string }>(chatKey(chatId));
    if (!chat) throw new Error("there is no such chat");
    const ctx = { ...base, actor: { organization_id: chat.organization_id } };
    const config = await keepDatabaseFile(ctx, await regionsFile(), { engine: "sqlite", name: "sales.sqlite" });
    return (await Integration.create(ctx, { display_name: "Sales", config })).id;
  },

  addresses: () => ({ baseUrl: cloud.baseUrl, wsUrl: cloud.wsUrl }),

  /** An organization of its own with its members, made by the service's own code. */
  async seed(seed: Seed): Promise<BenchMember[]> {
    const { organization } = await Organization.create(base, { name: "Benchmark" });
    const ctx = { ...base, actor: { organization_id: organization.id } };
    await Agent.create(ctx, { name: "Analyst", published: true });
    const members: BenchMember[] = [];
    for (let start = 0; start < seed.members; start += 20) {
      const batch = Array.from({ length: Math.min(20, seed.members - start) }, (_, at) => `m${start + at}`);
      members.push(...(await Promise.all(batch.map((name) => member(organization.id, name, seed)))));
    }
    return members;
  },

  /** A member of a new organization that has `keys` API keys, each of which lets a person log in 60 times a minute. */
  async logins(keys: number): Promise<BenchLogin[]> {
    const { organization, shared_secret } = await Organization.create(base, { name: "Logins" });
    const ctx = { ...base, actor: { organization_id: organization.id } };
    const email = "somebody@bench.example";
    await Member.create(ctx, { email, name: "Somebody", role: "member" });
    const user_key = userKey(shared_secret, email);
    const made = await Promise.all(Array.from({ length: keys }, (_, at) => ApiKey.create(ctx, `key ${at}`)));
    return made.map(({ key }) => ({ api_key: key, email, user_key }));
  },

  /** Fills a chat with answered turns. */
  async fill({ chatId, messages }: { chatId: string; messages: number }) {
    const chat = await base.table.get<{ organization_id: string; member_id: string }>(chatKey(chatId));
    if (!chat) throw new Error("there is no such chat");
    const { organization_id, member_id } = chat;
    return fillChat({ ...base, actor: { organization_id, member_id } }, chatId, messages);
  },

  contents: contentsOf,

  /** What the functions have in their environment. */
  environment: () => cloud.environment,

  /** CPU time (ms) this process has used. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },

  /** The process of the emulators: SQS, S3 and what watches over DynamoDB. */
  async emulators(): Promise<number> {
    const mark: unknown = JSON.parse(await readFile(join(cloud.places.run, "host.json"), "utf8"));
    // Written by the cloud itself.
    return (mark as { pid: number }).pid;
  },
};
export type CloudCalls = typeof calls;

serve(calls, async () => {
  await cloud.stop();
  await rm(directory, { recursive: true, force: true });
});
