import { limits } from "@parley/contract/limits";
import type { VoiceSession, VoiceSessionCreate } from "@parley/contract/voice";
import { bindIntegration, create as createChat, own as ownChat } from "../chat/chat.ts";
import type { MemberContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { find as findIntegration } from "../integration/integration.ts";
import { spend } from "../throttle/spend.ts";
import { mediaService } from "./media-service.ts";
import { roomToken } from "./room-token.ts";

/**
 * Opens a voice session: a room of its own, and a token that lets the caller and the agent in. Without a chat a new one is
 * created; the integration is bound to it. `speaker` joins, `jti` is the token whose budget is spent. Throws, in this
 * order (D42), VOICE_NOT_CONFIGURED, VOICE_INTEGRATION_NOT_FOUND, CHAT_NOT_FOUND, RATE_LIMIT.
 */
export async function open(
  ctx: MemberContext,
  { integration_id, chat_id, client_trace_id }: VoiceSessionCreate,
  speaker: { name: string },
  jti: string,
): Promise<VoiceSession> {
  const media = mediaService(ctx) ?? fail("VOICE_NOT_CONFIGURED");
  const integration = (await findIntegration(ctx, integration_id)) ?? fail("VOICE_INTEGRATION_NOT_FOUND");
  const given = typeof chat_id === "string" ? await ownChat(ctx, chat_id) : undefined;
  await spend(ctx, "voice", jti);

  const chat = given ?? (await createChat(ctx, { integration_id }));
  if (given && given.integration_id !== integration.id) await bindIntegration(ctx, given.id, integration.id);
  const room = `voice-${ctx.ids.next()}`;
  const token = await roomToken({
    apiKey: media.apiKey,
    apiSecret: media.apiSecret,
    room,
    identity: ctx.actor.member_id,
    name: speaker.name,
    agentName: media.agentName,
    briefing: {
      organization_id: ctx.actor.organization_id,
      member_id: ctx.actor.member_id,
      chat_id: chat.id,
      integration_id: integration.id,
      trace_id: client_trace_id ?? room,
    },
    issuedAt: Math.floor(ctx.clock.now() / 1000),
  });
  return {
    room_name: room,
    token,
    livekit_url: media.url,
    expires_in_seconds: limits.voice_token_lifetime,
    chat_id: chat.id,
  };
}
