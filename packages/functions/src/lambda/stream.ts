import { answer } from "@parley/analyst/answer";
import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createQueueAccess } from "@parley/core/environment-wakes";
import { createApp } from "../http/app.ts";
import { stream } from "../http/stream.ts";
import { streamHandler } from "../lambda-stream-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** The streamed route and the replay of turns: answers are written while they are made. */
export const handler = streamHandler(createApp(environment, stream(answer)).fetch);
