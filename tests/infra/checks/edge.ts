import assert from "node:assert/strict";
import { limits } from "../../../packages/contract/src/limits.ts";
import { routes } from "../../../packages/contract/src/routes.ts";
import { edgeCode, edgeOf } from "../edge.ts";
import { functionsOf, named } from "../graph.ts";
import type { Check } from "./check.ts";

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

  "the edge's function fits, and every route of the contract reaches its API": async (graph) => {
    assert.ok(Buffer.byteLength(edgeCode(graph)) < 10_240, `${Buffer.byteLength(edgeCode(graph))} bytes`);
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
    const around = await edge({ uri: "/__stream/v1/chats" });
    assert.equal(around.origin, host("httpapiapi"), "the inner prefix is no way in");
    for (const uri of ["/v1/chats/ws", "/v1/chats/ws/"]) {
      assert.deepEqual(
        { ...(await edge({ uri, query: { heartbeat: "1" } })), sent: {} },
        { origin: host("socketapiapi"), uri: "/$default", sent: {} },
      );
    }
  },

  "the edge refuses a token in an address and bodies no function would see": async (graph) => {
    const edge = edgeOf(graph);
    assert.equal((await edge({ uri: "/v1/chats/ws", query: { token: "t" } })).status, 403);
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
    });
    assert.equal((await post("/v1/uploads", limits.upload_direct_bytes)).status, undefined);
    assert.deepEqual(await refusal("/v1/uploads", 5 * 1024 * 1024), {
      detail:
        "Files too large. Maximum size of one request is 4MB, got 5.0MB. Ask for upload addresses with JSON instead.",
    });
  },

  "nothing is cached at the edge, and every header reaches the functions": (graph) => {
    const { inputs } = named(graph, "cloudfront/distribution:Distribution", "EdgeCdnDistribution");
    const behavior = inputs["defaultCacheBehavior"] as Record<string, unknown>;
    assert.equal(behavior["cachePolicyId"], "4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    assert.equal(behavior["originRequestPolicyId"], "b689b0a8-53d0-40ab-baf2-68738e2966ac");
    assert.equal(behavior["viewerProtocolPolicy"], "redirect-to-https");
    assert.equal((inputs["orderedCacheBehaviors"] as unknown[] | undefined)?.length ?? 0, 0);
  },
} satisfies Record<string, Check>;
