import type { CloudCalls } from "../cloud-process.ts";
import type { ModelCalls } from "../model-process.ts";
import { type Child, startChild } from "./processes.ts";

/** The service and its providers, each in a process of its own. */
export interface Stage {
  baseUrl: string;
  wsUrl: string;
  cloud: Child<CloudCalls>;
  stop(): Promise<void>;
}

export interface StageOptions {
  /** A folder for a CPU profile of the service's process. */
  profile?: string | undefined;
  /** How often the service's own sweeper runs; each minute where it is not said. */
  sweepMs?: number;
}

export async function startStage({ profile, sweepMs }: StageOptions): Promise<Stage> {
  const model = startChild<ModelCalls>(new URL("../model-process.ts", import.meta.url));
  const addresses = await model.ask("addresses", undefined);
  const cloud = startChild<CloudCalls>(new URL("../cloud-process.ts", import.meta.url), {
    profile,
    env: {
      MODEL_BASE_URL: addresses.model,
      MODEL_ID: "scripted",
      MODEL_API_KEY: "none",
      TRANSCRIBE_BASE_URL: addresses.transcription,
      TRANSCRIBE_API_KEY: "none",
      TRANSCRIBE_MODEL: "scripted",
      LOG_LEVEL: "info",
      ...(sweepMs !== undefined && { BENCH_SWEEP_MS: String(sweepMs) }),
    },
  });
  const { baseUrl, wsUrl } = await cloud.ask("addresses", undefined);
  return {
    baseUrl,
    wsUrl,
    cloud,
    async stop() {
      await cloud.stop();
      await model.stop();
    },
  };
}
