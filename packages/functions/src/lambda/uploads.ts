import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createApp } from "../http/app.ts";
import { uploads } from "../http/uploads.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

export const handler = lambda(createApp({ ...createBase(), ...createFileAccess() }, uploads));
