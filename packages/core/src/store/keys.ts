import type { Actor } from "../environment/context.ts";

/** Partition of the organization's own items. */
export const organizationPk = (organizationId: string) => `ORG#${organizationId}`;

/** Partition of what a member owns. */
export const memberPk = (actor: Actor) => `ORG#${actor.organization_id}#MEMBER#${actor.member_id}`;

/** Partition of a chat: its own item, messages, turns and event log. */
export const chatPk = (chatId: string) => `CHAT#${chatId}`;
