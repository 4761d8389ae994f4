import type { Base } from "../environment/context.ts";

/** The media service of voice sessions, and what room tokens are signed with. */
export interface MediaService {
  /** A WebSocket address. */
  url: string;
  apiKey: string;
  apiSecret: string;
  agentName: string | undefined;
}

/** The media service of this deployment; undefined if it has none. */
export function mediaService({ settings, secrets }: Pick<Base, "settings" | "secrets">): MediaService | undefined {
  const { livekitUrl, livekitApiKey, livekitAgentName } = settings;
  const apiSecret = secrets.optional("LivekitApiSecret");
  if (livekitUrl === undefined || livekitApiKey === undefined || apiSecret === undefined) return undefined;
  return { url: livekitUrl.replace(/^http/, "ws"), apiKey: livekitApiKey, apiSecret, agentName: livekitAgentName };
}
