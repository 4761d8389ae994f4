import { randomUUID } from "node:crypto";
import type { Scene } from "../support/world/scene.ts";

/** Submitting turns to the chat that the scene's person has. */
export function submissionsOf(scene: Scene) {
  const at = (chat = scene.own.chat_id, agent = scene.own.agent_id) => `/v1/agents/${agent}/chats/${chat}/turns`;
  return {
    /** The path of the turns of a chat. */
    at,
    /** Returns what the submission was answered, once its turn has ended. */
    submit: async (body: object) => {
      const answer = await scene.as(scene.person, `POST ${at()}`, {
        client_request_id: randomUUID(),
        message: "Hello",
        ...body,
      });
      await scene.world.settle();
      return answer;
    },
  };
}
