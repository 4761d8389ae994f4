import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { chats } from "../http/chats.ts";
import { messages } from "../http/messages.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** Chats, their messages and the rows of their tables. */
export const handler = lambda(createApp(environment, [...chats, ...messages]));
