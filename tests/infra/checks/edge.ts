import assert from "node:assert/strict";
import { errorText } from "../../../packages/contract/src/errors.ts";
import { limits } from "../../../packages/contract/src/limits.ts";
import { routes } from "../../../packages/contract/src/routes.ts";
import { edgeCode, edgeEntries, edgeOf, viewerAddress } from "../edge.ts";
import { functionsOf, named } from "../graph.ts";
import { type Check, sorted } from "./check.ts";

/** What CloudFront takes of a function's code. */
const FUNCTION_BYTES = 10_240;

interface DefaultOrigin {
  originId: string;
  domainName: string;
  customOriginConfig: { originProtocolPolicy: string };
}

interface HeadersPolicy {
  securityHeadersConfig: Record<string, { override: boolean; accessControlMaxAgeSec?: number }>;
  corsConfig?: {
    originOverride: boolean;
    accessControlAllowOrigins: { items: string[] };
    accessControlExposeHeaders: { items: string[] };
  };
}

/** The edge, which every request comes through. */
export const edgeChecks = {
  "functions behind a gateway know the edge's secret, and the edge sends it": async (graph) => {
    for (const { id, entry, build } of functionsOf(graph)) {
      const isBehindGateway = entry === "socket" || routes.some(({ group }) => group === entry);
      assert.equal("OriginSecret" in build.links, isBehindGateway, id);
    }
    const edge = edgeOf(graph);
    for (const uri of ["/v1/models", "/v1/chats/ws", "/docs", "/nothing"]) {
      const { sent } = await edge({ uri, headers: { "x-origin-secret": "forged" } });
      assert.equal(sent?.["x-origin-secret"], "o".repeat(40), uri);
    }
  },

  "what the edge cannot look up it answers itself: no other host gets the secret or a token": async (graph) => {
    const token = { authorization: "Bearer token", "x-origin-secret": "forged" };
    const broken = edgeOf(graph, new Map());
    for (const uri of ["/v1/models", "/v1/chats/ws", "/docs"]) {
      const { status, origin, sent, body } = await broken({ uri, headers: token });
      assert.deepEqual({ status, origin, sent }, { status: 503, origin: undefined, sent: undefined }, uri);
      assert.deepEqual(JSON.parse(body ?? ""), errorText("SERVICE_UNAVAILABLE"), uri);
    }
    const { inputs } = named(graph, "cloudfront/distribution:Distribution", "EdgeDistribution");
    for (const { originId, domainName, customOriginConfig } of inputs["origins"] as DefaultOrigin[]) {
      if (originId === "console") continue; // A bucket, which gets neither: see `console.ts`.
      assert.match(domainName, /\.invalid$/);
      assert.equal(customOriginConfig.originProtocolPolicy, "https-only");
    }
    assert.ok(!edgeCode(graph).includes("o".repeat(40)), "the secret lies in the store, not in the code");
  },

  "the edge's function fits, and every route of the contract reaches its API": async (graph) => {
    const bytes = Buffer.byteLength(edgeCode(graph));
    assert.ok(bytes < FUNCTION_BYTES / 2, `${bytes} bytes: half of what CloudFront takes is kept free`);
    for (const [key, value] of edgeEntries(graph)) {
      assert.ok(Buffer.byteLength(key) <= 512 && Buffer.byteLength(value) < 1_000, key);
    }
    const edge = edgeOf(graph);
    const host = (api: string) => `${api}.execute-api.eu-west-1.amazonaws.com`;
    for (const { method, path, group } of routes) {
      const uri = path.replace(/\{\w+\}/g, "0197a1f0-0000-7000-8000-000000000001");
      const { origin, uri: asked, readTimeout } = await edge({ method, uri });
      if (group === "stream") {
        assert.deepEqual(
          { origin, asked },
          { origin: host("streamapiapi"), asked: `/${graph.app.stage}${uri}` },
          `${method} ${path}`,
        );
        assert.ok(
          (readTimeout ?? 0) >= 3 * limits.heartbeat_interval,
          "the edge outwaits the signs of life of a stream",
        );
      } else {
        assert.deepEqual({ origin, asked }, { origin: host("httpapiapi"), asked: uri }, `${method} ${path}`);
        assert.equal(readTimeout, 30);
      }
    }
    const preflight = await edge({ method: "OPTIONS", uri: "/v1/chats" });
    assert.equal(preflight.origin, host("httpapiapi"), "functions answer preflights");
    for (const uri of ["/v1/chats/ws", "/v1/chats/ws/"]) {
      const { origin, uri: asked } = await edge({ uri, query: { heartbeat: "1" } });
      assert.deepEqual({ origin, asked }, { origin: host("socketapiapi"), asked: "/$default" });
    }
  },

  "the edge refuses a token in an address and bodies no function would see": async (graph) => {
    const edge = edgeOf(graph);
    const tokenInQuery = await edge({ uri: "/v1/chats/ws", query: { token: "t" } });
    assert.deepEqual([tokenInQuery.status, JSON.parse(tokenInQuery.body ?? "")], [403, errorText("TOKEN_IN_QUERY")]);
    assert.equal((await edge({ uri: "/v1/models", query: { token: "t" } })).status, undefined);
    const post = (uri: string, length: number) =>
      edge({ method: "POST", uri, headers: { "content-length": String(length) } });
    const refusal = async (uri: string, length: number) => {
      const { status, body } = await post(uri, length);
      assert.equal(status, 400);
      return JSON.parse(body ?? "") as unknown;
    };
    assert.equal((await post("/v1/audio/transcribe", limits.audio_bytes)).status, undefined);
    assert.deepEqual(await refusal("/v1/audio/transcribe", 26.4 * 1024 * 1024), {
      detail: "File too large. Maximum size is 25MB, got 26.4MB",
      code: "AUDIO_TOO_LARGE",
    });
    assert.equal((await post("/v1/uploads", limits.upload_direct_bytes)).status, undefined);
    assert.deepEqual(await refusal("/v1/uploads", 5 * 1024 * 1024), {
      detail:
        "Files too large. Maximum size of one request is 4MB, got 5.0MB. Ask for upload addresses with JSON instead.",
      code: "UPLOAD_TOO_LARGE",
    });
  },

  "the edge says where a request comes from, and passes cookies on to the routes of sessions only": async (graph) => {
    const edge = edgeOf(graph);
    const cookies = { "__Secure-parley": "secret", another: "1" };
    for (const { method, path } of routes) {
      const uri = path.replace(/\{\w+\}/g, "x");
      const { sent, cookies: passed } = await edge({ method, uri, cookies, headers: { "x-viewer-address": "forged" } });
      assert.equal(sent?.["x-viewer-address"], viewerAddress, path);
      assert.deepEqual(passed, /^\/v1\/sessions(\/|$)/.test(path) ? cookies : {}, path);
    }
    for (const uri of ["/v1/chats/ws", "/v1/sessionsx", "/v1/session-codes", "/app/", "/x/v1/sessions"])
      assert.deepEqual((await edge({ uri, cookies })).cookies, {}, uri);
  },

  "no answer is cached at the edge, and every header reaches the functions": (graph) => {
    const { inputs } = named(graph, "cloudfront/distribution:Distribution", "EdgeDistribution");
    const behavior = inputs["defaultCacheBehavior"] as Record<string, unknown>;
    assert.equal(behavior["cachePolicyId"], "4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    assert.equal(behavior["originRequestPolicyId"], "b689b0a8-53d0-40ab-baf2-68738e2966ac");
    assert.equal(behavior["viewerProtocolPolicy"], "redirect-to-https");
  },

  "what a gateway refuses by itself can be read by the pages that may call, and is marked as every answer is": (
    graph,
  ) => {
    const { inputs } = named(graph, "cloudfront/distribution:Distribution", "EdgeDistribution");
    const policy = named(graph, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "EdgeHeaders");
    const { responseHeadersPolicyId } = inputs["defaultCacheBehavior"] as Record<string, unknown>;
    assert.equal(responseHeadersPolicyId, `${policy.name}-id`);
    // The provider's own form.
    const { securityHeadersConfig, corsConfig } = policy.inputs as unknown as HeadersPolicy;
    assert.deepEqual(sorted(Object.keys(securityHeadersConfig)), ["contentTypeOptions", "strictTransportSecurity"]);
    assert.ok((securityHeadersConfig["strictTransportSecurity"]?.accessControlMaxAgeSec ?? 0) >= 31_536_000);
    for (const { override } of Object.values(securityHeadersConfig)) assert.equal(override, false);
    const wanted = (functionsOf(graph)[0]?.environment["CORS_ORIGINS"] ?? "").split(",").filter(Boolean);
    assert.deepEqual(corsConfig?.accessControlAllowOrigins.items ?? [], wanted);
    // What a function has said wins: the edge adds only where there is nothing.
    assert.ok(!corsConfig || !corsConfig.originOverride);
    if (corsConfig) assert.ok(corsConfig.accessControlExposeHeaders.items.includes("Retry-After"));
  },
} satisfies Record<string, Check>;
