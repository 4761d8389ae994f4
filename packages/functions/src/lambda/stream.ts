import { answer } from "@parley/analyst/answer";
import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { stream } from "../http/stream.ts";
import { streamHandler } from "../api-gateway/stream-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** The streamed route and the replay of turns: answers are written while they are made. */
export const handler = streamHandler(createApp(environment, stream(answer)).fetch);
