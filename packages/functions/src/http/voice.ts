import { voiceOperations } from "@parley/contract/voice";
import * as Session from "@parley/core/voice/session";
import { recordTiming } from "@parley/core/voice/timing";
import { endpoint } from "./endpoint.ts";

export const voice = [
  endpoint(voiceOperations.create, async ({ ctx, body, member, token }) =>
    Session.open(ctx, body, await member, token.jti),
  ),
  endpoint(voiceOperations.timing, ({ body }) => {
    recordTiming(body);
    return undefined;
  }),
];
