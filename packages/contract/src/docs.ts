import * as v from "valibot";
import { operation } from "./operation.ts";

export const docsOperations = {
  openapi: operation({
    id: "docs.openapi",
    method: "GET",
    path: "/v1/openapi.json",
    group: "docs",
    summary: "This interface as OpenAPI 3.1",
    access: "public",
    reply: v.record(v.string(), v.unknown()),
    status: 200,
    errors: [],
  }),
  asyncapi: operation({
    id: "docs.asyncapi",
    method: "GET",
    path: "/v1/asyncapi.json",
    group: "docs",
    summary: "The WebSocket as AsyncAPI 3",
    access: "public",
    reply: v.record(v.string(), v.unknown()),
    status: 200,
    errors: [],
  }),
  page: operation({
    id: "docs.page",
    method: "GET",
    path: "/docs",
    group: "docs",
    summary: "The reference as a page",
    access: "public",
    produces: "text/html",
    status: 200,
    errors: [],
  }),
};
