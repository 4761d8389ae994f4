import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createApp } from "../http/app.ts";
import { chats } from "../http/chats.ts";
import { messages } from "../http/messages.ts";
import { lambda } from "../lambda-adapter.ts";

/** Chats, their messages and the rows of their tables. */
export const handler = lambda(createApp({ ...createBase(), ...createFileAccess() }, [...chats, ...messages]));
