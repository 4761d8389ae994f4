import { de as chart } from "./chart-de.ts";
import { de as chat } from "./chat-de.ts";
import { de as chatList } from "./chat-list-de.ts";
import { de as parts } from "./parts-de.ts";
import { de as shell } from "./shell-de.ts";

/** The German of all that a first answer may need, in one chunk. */
export const german = { chart, chat, chatList, parts, shell };
