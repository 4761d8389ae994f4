import { routes } from "@parley/contract/routes";
import { createBase } from "@parley/core/environment/environment";
import { createApp } from "../http/app.ts";
import { docs } from "../http/docs.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

/** The documents, and requests that match no route: it knows all routes, so that a wrong method is a 405 (D3). */
export const handler = lambda(createApp(createBase(), docs, routes));
