import type { DatasourceConfig } from "@parley/datasource/types";
import { startService } from "../../support/service.ts";
import { startTranscriptionServer } from "../../support/transcription-server.ts";
import { pitchCamp } from "./camp.ts";
import { watchProcess } from "./watch.ts";

export type FuzzService = Awaited<ReturnType<typeof startFuzzService>>;

/**
 * The whole service for the fuzz, its providers being configured: speech-to-text by a server of the test's that fails
 * for every seventh clip. What the service logs is watched.
 */
export async function startFuzzService(database: DatasourceConfig) {
  let clips = 0;
  const transcription = await startTranscriptionServer({
    reply: () => (++clips % 7 === 0 ? { status: 500, body: "no" } : { text: "the regions" }),
    countOnly: true,
  });
  const service = await startService({
    LOG_LEVEL: "info",
    TRANSCRIBE_BASE_URL: transcription.url,
    TRANSCRIBE_API_KEY: "key",
    LIVEKIT_URL: "wss://media.example",
    LIVEKIT_API_KEY: "APIkey",
    LIVEKIT_API_SECRET: "a secret long enough to sign with",
  });
  const watch = watchProcess();
  return {
    environment: service.environment,
    wsUrl: service.cloud.wsUrl,
    watch,
    newCamp: () => pitchCamp(service.environment, database),
    async stop() {
      await service.stop();
      await transcription.close();
      watch.stop();
    },
  };
}
