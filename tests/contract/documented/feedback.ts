import type { DrivesOf, Kit } from "./kit.ts";

const isAdmin = true;

/** Marks the member's answer as done, once it is rated. */
async function rated({ stage, request, own }: Kit) {
  const { world, tenant, fresh } = stage;
  const token = await world.refreshed(tenant.member);
  await world.call(`PATCH /v1/chats/messages/${own.answer_id}/feedback`, { token, body: { feedback: "negative" } });
  return world.call(request, { token: await fresh(isAdmin), body: { status: "done" } });
}

export const feedbackDrives: Record<string, DrivesOf> = {
  "feedback.list": ({ works, fails, request }) => [
    works(undefined, { isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "feedback.update": (kit) => [
    { send: () => rated(kit) },
    kit.fails("MESSAGE_NOT_FOUND", { status: "done" }, { at: kit.unknown, isAdmin }),
  ],
};
