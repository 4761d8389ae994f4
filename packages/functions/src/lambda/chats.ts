import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { chats } from "../http/chats.ts";
import { messages } from "../http/messages.ts";
import { documents } from "../http/documents.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** Chats, their messages, the rows of their tables and the documents that they cite. */
export const handler = lambda(createApp(environment, [...chats, ...messages, ...documents]));
