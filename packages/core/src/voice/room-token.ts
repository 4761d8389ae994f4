import { limits } from "@parley/contract/limits";
import { SignJWT } from "jose";

/** The briefing of the agent that joins a room. */
export interface AgentBriefing {
  organization_id: string;
  member_id: string;
  chat_id: string;
  integration_id: string;
  trace_id: string;
}

export interface RoomAdmission {
  apiKey: string;
  apiSecret: string;
  room: string;
  /** Who joins: a member's id and name. */
  identity: string;
  name: string;
  /** The agent to dispatch; if undefined, agents that join every room by themselves find the briefing on the room. */
  agentName: string | undefined;
  briefing: AgentBriefing;
  /** Unix seconds. */
  issuedAt: number;
}

/**
 * A token that lets one participant into one room of the media service, in LiveKit's claim format (docs.livekit.io, Tokens
 * and grants): good for 2 hours, for speaking and listening only. The agent is dispatched when the room is made.
 */
export async function roomToken(admission: RoomAdmission): Promise<string> {
  const { apiKey, apiSecret, room, identity, name, agentName, briefing, issuedAt } = admission;
  const metadata = JSON.stringify(briefing);
  return new SignJWT({
    name,
    video: {
      roomJoin: true,
      room,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canPublishSources: ["microphone"],
    },
    roomConfig: agentName === undefined ? { metadata } : { agents: [{ agentName, metadata }] },
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(apiKey)
    .setSubject(identity)
    .setNotBefore(issuedAt)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.voice_token_lifetime)
    .sign(new TextEncoder().encode(apiSecret));
}
