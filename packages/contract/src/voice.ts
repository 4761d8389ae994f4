import * as v from "valibot";
import { dictionary, requires, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

const TraceId = v.pipe(v.string(), v.regex(new RegExp(limits.trace_id_pattern)));

export const VoiceSessionCreate = v.object({
  integration_id: v.string(),
  chat_id: v.nullish(v.string()),
  client_trace_id: v.nullish(TraceId),
});
export type VoiceSessionCreate = v.InferOutput<typeof VoiceSessionCreate>;

export const VoiceSession = v.object({
  room_name: v.string(),
  token: v.string(),
  livekit_url: v.string(),
  expires_in_seconds: v.pipe(v.number(), v.integer()),
  chat_id: v.string(),
});
export type VoiceSession = v.InferOutput<typeof VoiceSession>;

/** Milliseconds since the button was pressed, by free-form name. */
export const VoiceTiming = v.object({
  client_trace_id: TraceId,
  marks: v.pipe(
    dictionary(v.pipe(v.number(), v.finite())),
    requires((marks: Record<string, number>) => Object.keys(marks).length <= limits.marks, {
      type: "too_long",
      msg: `Dictionary should have at most ${limits.marks} items after validation`,
      ctx: { field_type: "Dictionary", max_length: limits.marks },
    }),
  ),
  user_agent: v.nullish(text(0, limits.user_agent_characters)),
  build_target: v.nullish(text(0, limits.build_target_characters)),
  network_effective_type: v.nullish(text(0, limits.network_effective_type_characters)),
});
export type VoiceTiming = v.InferOutput<typeof VoiceTiming>;

export const voiceOperations = {
  create: operation({
    id: "voice_session.create",
    method: "POST",
    path: "/v1/voice/sessions",
    group: "voice",
    summary: "Open a voice session in the media room",
    access: "member",
    body: VoiceSessionCreate,
    reply: VoiceSession,
    status: 200,
    errors: ["VOICE_NOT_CONFIGURED", "VOICE_INTEGRATION_NOT_FOUND", "CHAT_NOT_FOUND", "RATE_LIMIT"],
  }),
  timing: operation({
    id: "voice_timing.create",
    method: "POST",
    path: "/v1/voice/timing",
    group: "voice",
    summary: "Report how long the start of a voice session took",
    access: "member",
    body: VoiceTiming,
    status: 204,
    errors: [],
  }),
};
