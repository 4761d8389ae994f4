import type { DrivesOf } from "./kit.ts";

export const voiceDrives: Record<string, DrivesOf> = {
  "voice_session.create": ({ stage, own, request, works, fails, overBudget }) => {
    const { world, fresh, without } = stage;
    const body = { integration_id: own.integration_id };
    return [
      works(body),
      fails("VOICE_INTEGRATION_NOT_FOUND", { integration_id: "x" }),
      fails("CHAT_NOT_FOUND", { ...body, chat_id: "x" }),
      { code: "VOICE_NOT_CONFIGURED", send: async () => without("media")(request, { token: await fresh(), body }) },
      overBudget((token) => world.call(request, { token, body })),
    ];
  },
  "voice_timing.create": ({ works }) => [works({ client_trace_id: "trace-1", marks: { connected: 12.5 } })],
};
