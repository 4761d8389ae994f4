import { purgeDeleted, purgeEdited } from "@parley/core/chat/purge";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { runAlone } from "@parley/core/store/job-lease";
import { log } from "@parley/core/observe/log";
import { metric } from "@parley/core/observe/metrics";
import type { WithFrames } from "@parley/core/turn/tell-end";
import { sweepEvaluations } from "@parley/core/evaluation/ending";
import { sweepIntrospections } from "@parley/core/integration/introspection";
import { sweepDocuments } from "@parley/core/project/indexing-wakes";
import { removeLeftovers } from "@parley/core/project/leftovers";
import { writeManifestsDue } from "@parley/core/project/manifest";
import { sweep } from "@parley/core/turn/sweep";
import { removeDead } from "@parley/core/upload/remove-dead";

export type SweeperEnvironment = Base & WithFiles & WithFrames & WithQueue;

type Job = (env: SweeperEnvironment, until: number) => Promise<Record<string, number>>;

/**
 * What is done each minute, by the name of its lease, and how much of it was done. Each is given the time (ms) after which
 * it begins nothing more.
 */
const jobs: Record<string, Job> = {
  turns: sweep,
  chats: async (env, until) => ({ purged: await purgeDeleted(env, until) }),
  edits: async (env, until) => ({ forgotten: await purgeEdited(env, until) }),
  documents: (env, until) => sweepDocuments(env, until),
  introspections: (env, until) => sweepIntrospections(env, until),
  evaluations: (env, until) => sweepEvaluations(env, until),
  manifests: async (env, until) => ({ written: await writeManifestsDue(env, until) }),
  leftovers: async (env, until) => ({ removed: await removeLeftovers(env, until) }),
  uploads: async (env, until) => ({ removed: await removeDead(env, until) }),
};

/**
 * Does every job of the sweeper that no other sweep is doing, side by side, each with its own lease and time: one that has
 * much to do, or fails, does not keep the others from their work. Throws when one has failed, once all have ended.
 */
export async function runJobs(env: SweeperEnvironment): Promise<void> {
  const faults: unknown[] = [];
  await Promise.all(
    Object.entries(jobs).map(async ([job, work]) => {
      try {
        const done = await runAlone(env, job, (until) => work(env, until));
        if (done && Object.values(done).some((count) => count > 0)) log("info", "swept", { job, ...done });
      } catch (error) {
        log("error", "a job of the sweeper failed", { job }, error);
        faults.push(error);
      }
    }),
  );
  if (faults.length > 0) throw new AggregateError(faults, "jobs of the sweeper failed");
  metric("SweepCompleted", 1);
}
