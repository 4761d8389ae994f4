import { issueToken } from "@parley/core/auth/token";
import { createApp } from "@parley/functions/http/app";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import { openapi } from "@parley/contract/api-documents/openapi";
import { startPrism } from "../../documents/prism.ts";
import type { Call } from "../../support/api.ts";
import { sharePostgres, type SharedPostgres } from "../../support/shared-postgres.ts";
import { startTranscriptionServer, type TranscriptionReply } from "../../support/transcription-server.ts";
import { type Belongings, belongings, furnish, putRegions, startWorld } from "../../support/world/world.ts";

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** What the organization's member has, and what its administrator has. */
export interface Properties {
  own: Belongings;
  admins: Belongings;
}

const usualReply: TranscriptionReply = { text: "Hello there." };

/** A database whose `regions` readers wait for without work, once somebody asks for it. */
function postgresWhenAsked() {
  let started: Promise<SharedPostgres> | undefined;
  async function start(): Promise<SharedPostgres> {
    const postgres = await sharePostgres();
    await postgres.query("CREATE TABLE regions (name text)");
    await postgres.hold("regions", "postgres");
    return postgres;
  }
  return {
    heldRegions: async () => (await (started ??= start())).config(),
    stop: async () => (await started)?.stop(),
  };
}

/**
 * The whole service with speech, and one organization in which every operation is called. What is called goes through
 * Prism, which compares it with the document.
 */
export async function startStage() {
  let heard = usualReply;
  const speech = await startTranscriptionServer({ reply: () => heard });
  const world = await startWorld({ speed: 1, transcribeBaseUrl: speech.url });
  await putRegions(world);
  const [tenant, neighbour] = [await world.newTenant(), await world.newTenant()];
  const prism = await startPrism(openapi());
  const postgres = postgresWhenAsked();

  return {
    world: { ...world, call: prism.callOf(world.handler), send: prism.through(world.handler) },
    prism,
    tenant,
    /** Another organization. */
    neighbour,
    heldRegions: postgres.heldRegions,

    /** A token that nothing has been spent of. */
    fresh: async (isAdmin = false): Promise<string> =>
      (await issueToken(world.base, (isAdmin ? tenant.admin : tenant.member).ctx.actor)).token,

    /** Properties that nothing has been removed of. */
    async furnished(): Promise<Properties> {
      const furniture = await furnish(world, tenant);
      return {
        own: await belongings(world, tenant.member, furniture),
        admins: await belongings(world, tenant.admin, furniture),
      };
    },

    /** Runs `work` while the transcription server replies this. */
    async hearing<Result>(reply: TranscriptionReply, work: () => Promise<Result>): Promise<Result> {
      heard = reply;
      try {
        return await work();
      } finally {
        heard = usualReply;
      }
    },

    /** The same endpoints in a deployment that lacks something. */
    without: (missing: "signing" | "encryption" | "media"): Call => {
      const { base, endpoints } = world;
      const nothing = () => {
        throw new Error("not configured");
      };
      const secrets = {
        ...base.secrets,
        ...(missing === "signing" && { signingKeys: nothing }),
        ...(missing === "encryption" && { encryptionKeys: nothing }),
      };
      const settings = { ...base.settings, ...(missing === "media" && { livekitUrl: undefined }) };
      return prism.callOf(lambda(createApp({ ...base, secrets, settings }, endpoints)));
    },

    stop: () => Promise.all([prism.stop(), world.stop(), speech.close(), postgres.stop()]),
  };
}
