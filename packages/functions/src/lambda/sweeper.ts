import { purgeDeleted } from "@parley/core/chat/chat";
import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createQueueAccess } from "@parley/core/environment-wakes";
import { log } from "@parley/core/log";
import { sweep } from "@parley/core/turn/sweep";
import { removeDead } from "@parley/core/upload/upload";
import { createSocketAccess } from "../socket/environment-frames.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess(), ...createSocketAccess() };

/** Each minute: wakes or ends turns that nobody works on, and removes what is left of deleted chats and of dead uploads. */
export const handler = async (): Promise<void> => {
  const [turns, chats, uploads] = await Promise.all([
    sweep(environment),
    purgeDeleted(environment),
    removeDead(environment),
  ]);
  const { woken, ended } = turns;
  if (woken + ended + chats + uploads > 0) log("info", "swept", { woken, ended, chats, uploads });
};
