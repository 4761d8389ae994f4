/** The whole service as `npm start` has it, in a process of its own: the benchmarks put their load on it from outside. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCloud } from "@parley/local/cloud";
import { serve } from "./load/processes.ts";

const directory = await mkdtemp(join(tmpdir(), "parley-bench-"));
const cloud = await startCloud({
  directory,
  postgres: false,
  // What goes wrong must be seen; the errors the load counts are its own.
  log: { info: () => undefined, error: (message, fields) => console.error(message, fields?.["error"]) },
});

// Imported only now: it reads the environment that the cloud has set.
const [{ createBase }, { issueToken }, Member, Organization, Agent, Chat] = await Promise.all([
  import("@parley/core/environment"),
  import("@parley/core/auth/token"),
  import("@parley/core/member/member"),
  import("@parley/core/organization/organization"),
  import("@parley/core/agent/agent"),
  import("@parley/core/chat/chat"),
]);
const base = createBase();

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

const calls = {
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
