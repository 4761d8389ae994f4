import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createApp } from "../http/app.ts";
import { audio } from "../http/audio.ts";
import { lambda } from "../lambda-adapter.ts";

export const handler = lambda(createApp({ ...createBase(), ...createFileAccess() }, audio));
