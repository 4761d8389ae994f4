import assert from "node:assert/strict";
import { errorText } from "../../../packages/contract/src/errors.ts";
import { cacheControl, cacheControlOf, embedHeaders, pageHeaders } from "../../../packages/console/src/headers.ts";
import embedManifest from "../../../packages/embed/package.json" with { type: "json" };
import { edgeOf } from "../edge.ts";
import type { Graph } from "../evaluate.ts";
import { named, ofType, text } from "../graph.ts";
import type { Check } from "./check.ts";

interface Behavior {
  pathPattern: string;
  targetOriginId: string;
  cachePolicyId: string;
  responseHeadersPolicyId: string;
  viewerProtocolPolicy: string;
  allowedMethods: string[];
  compress: boolean;
  originRequestPolicyId?: string;
  functionAssociations: { eventType: string; functionArn: string }[];
}

interface Statement {
  Effect: string;
  Action: string;
  Resource: string | string[];
  Principal: unknown;
  Condition: Record<string, Record<string, string>>;
}

const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const distribution = (graph: Graph) => named(graph, "cloudfront/distribution:Distribution", "EdgeDistribution").inputs;
const behaviorsOf = (graph: Graph) => (distribution(graph)["orderedCacheBehaviors"] ?? []) as Behavior[]; // the provider's own form

/** Where uploads and large tables are. */
const filesOrigin = (graph: Graph): string =>
  `https://${text(named(graph, "s3/bucket:Bucket", "FileStoreBucket"), "bucket")}.s3.eu-west-1.amazonaws.com`;

/** Throws unless a policy gives exactly these headers, whatever an object's own are. */
function assertPageHeaders(policy: ReturnType<typeof named>, wanted: Readonly<Record<string, string>>): void {
  const security = policy.inputs["securityHeadersConfig"] as Record<string, Record<string, unknown>>;
  const custom = policy.inputs["customHeadersConfig"] as {
    items: { header: string; value: string; override: boolean }[];
  };
  const headers = {
    "content-security-policy": security["contentSecurityPolicy"]?.["contentSecurityPolicy"],
    "x-content-type-options": security["contentTypeOptions"] && "nosniff",
    "referrer-policy": security["referrerPolicy"]?.["referrerPolicy"],
    ...Object.fromEntries(custom.items.map(({ header, value }) => [header, value])),
  };
  assert.deepEqual(headers, wanted);
  for (const { override } of [...Object.values(security), ...custom.items]) assert.equal(override, true);
  assert.ok(Number(security["strictTransportSecurity"]?.["accessControlMaxAgeSec"]) >= 31_536_000);
}

/** The console, which the edge serves from a bucket of its own. */
export const consoleChecks = {
  "the console's bucket is closed to all but this edge, which asks it in its own name": (graph) => {
    const block = named(
      graph,
      "s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
      "ConsoleStorePublicAccessBlock",
    ).inputs;
    for (const rule of ["blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"])
      assert.equal(block[rule], true, rule);
    const policy = text(named(graph, "s3/bucketPolicy:BucketPolicy", "ConsoleStorePolicy"), "policy");
    const { Statement: statements } = JSON.parse(policy) as { Statement: Statement[] };
    const allowed = statements.filter(({ Effect }) => Effect === "Allow");
    assert.deepEqual(
      allowed.map(({ Action }) => Action),
      ["s3:GetObject", "s3:ListBucket"],
    );
    for (const { Principal, Condition } of allowed) {
      assert.deepEqual(Principal, { Service: "cloudfront.amazonaws.com" });
      assert.match(
        Condition["StringEquals"]?.["AWS:SourceArn"] ?? "",
        /^arn:aws:cloudfront::123456789012:.*EdgeDistribution/,
      );
    }
    const denied = statements.find(({ Effect }) => Effect === "Deny");
    assert.deepEqual(denied?.Condition, { Bool: { "aws:SecureTransport": "false" } });
    assert.equal(Array.isArray(denied.Resource) && denied.Resource.length, 2);
    assert.match(
      JSON.stringify(
        named(
          graph,
          "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
          "ConsoleStoreEncryption",
        ).inputs,
      ),
      /AES256/,
    );
    const access = named(graph, "cloudfront/originAccessControl:OriginAccessControl", "ConsoleAccess");
    assert.deepEqual(
      [
        access.inputs["originAccessControlOriginType"],
        access.inputs["signingBehavior"],
        access.inputs["signingProtocol"],
      ],
      ["s3", "always", "sigv4"],
    );
    const origins = distribution(graph)["origins"] as { originId: string; originAccessControlId?: string }[];
    assert.equal(origins.find(({ originId }) => originId === "console")?.originAccessControlId, `${access.name}-id`);
  },

  "the console's assets are cached and compressed, its page is asked for each time, and nothing else is cached": (
    graph,
  ) => {
    const [assets, frame, embed, page, ...more] = behaviorsOf(graph);
    assert.deepEqual(
      [assets?.pathPattern, assets?.cachePolicyId, assets?.compress],
      ["/app/assets/*", cachingOptimized, true],
    );
    assert.deepEqual(
      [embed?.pathPattern, embed?.cachePolicyId, embed?.compress],
      ["/app/embed/*", cachingOptimized, true],
    );
    // Before the files around it.
    assert.deepEqual([frame?.pathPattern, frame?.cachePolicyId], ["/app/embed/frame", cachingDisabled]);
    assert.deepEqual([page?.pathPattern, page?.cachePolicyId], ["/app/*", cachingDisabled]);
    assert.equal(more.length, 0);
    for (const behavior of behaviorsOf(graph)) {
      assert.equal(behavior.targetOriginId, "console");
      assert.equal(behavior.viewerProtocolPolicy, "redirect-to-https");
      // Cookies, tokens and the rest of a request stay here: a cache policy without them and no policy for the origin.
      assert.equal(behavior.originRequestPolicyId, undefined);
      // What does not read is answered by the function, as the contract has it.
      assert.ok(behavior.allowedMethods.includes("POST"));
      assert.deepEqual(
        behavior.functionAssociations,
        (distribution(graph)["defaultCacheBehavior"] as Behavior).functionAssociations,
      );
    }
    // They would replace the service's own 403 and 404.
    assert.equal(((distribution(graph)["customErrorResponses"] as unknown[] | undefined) ?? []).length, 0);
  },

  "the console has the page's headers, with the bucket of files in its policy, and the service has none of them": (
    graph,
  ) => {
    const policy = named(graph, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "ConsoleHeaders");
    for (const { pathPattern, responseHeadersPolicyId } of behaviorsOf(graph))
      assert.equal(
        responseHeadersPolicyId === `${policy.name}-id`,
        !pathPattern.startsWith("/app/embed/"),
        pathPattern,
      );
    assertPageHeaders(policy, pageHeaders({ bucket: [filesOrigin(graph)] }));
  },

  "the framed chat may be shown by the stage's origins and by nobody else, and hears no other": (graph) => {
    const policy = named(graph, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "FrameHeaders");
    const behavior = behaviorsOf(graph).find(({ pathPattern }) => pathPattern === "/app/embed/frame");
    assert.equal(behavior?.responseHeadersPolicyId, `${policy.name}-id`);
    const page = named(graph, "s3/bucketObjectv2:BucketObjectv2", "Console/embed/frame").inputs;
    const [, said = ""] = /data-origins="([^"]*)"/.exec(String(page["content"])) ?? [];
    const frameAncestors = said.split(" ").filter((origin) => origin !== "");
    // A stage that names none has none.
    const isFull = named(graph, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "EdgeHeaders").inputs[
      "corsConfig"
    ];
    assert.deepEqual(frameAncestors, isFull ? ["https://app.customer.example", "http://localhost:3000"] : []);
    assertPageHeaders(policy, pageHeaders({ bucket: [filesOrigin(graph)], frameAncestors }));
    assert.deepEqual(
      [page["key"], page["contentType"], page["cacheControl"]],
      ["app/embed/frame", "text/html; charset=utf-8", cacheControl.page],
    );
    const keys = ofType(graph, "s3/bucketObjectv2:BucketObjectv2").map(({ inputs }) => inputs["key"]);
    assert.ok(!keys.includes("app/embed/frame.html"));
  },

  "the embedded chat may be loaded by pages of any origin, and has no other header than for that": (graph) => {
    const policy = named(graph, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "EmbedHeaders");
    const embed = behaviorsOf(graph).find(({ pathPattern }) => pathPattern === "/app/embed/*");
    assert.equal(embed?.responseHeadersPolicyId, `${policy.name}-id`);
    const cors = policy.inputs["corsConfig"] as {
      accessControlAllowOrigins: { items: string[] };
      accessControlAllowCredentials: boolean;
    };
    const { items } = policy.inputs["customHeadersConfig"] as { items: { header: string; value: string }[] };
    const security = policy.inputs["securityHeadersConfig"] as Record<string, unknown>;
    assert.deepEqual(
      {
        "access-control-allow-origin": cors.accessControlAllowOrigins.items.join(),
        "x-content-type-options": security["contentTypeOptions"] && "nosniff",
        ...Object.fromEntries(items.map(({ header, value }) => [header, value])),
      },
      embedHeaders,
    );
    assert.equal(cors.accessControlAllowCredentials, false);
  },

  "the edge leads to the console, asks its bucket for the page wherever there is no file, and for nothing but reading":
    async (graph) => {
      const edge = edgeOf(graph);
      for (const uri of ["/", "/app"]) {
        for (const method of ["GET", "HEAD"]) {
          const { status, headers } = await edge({ method, uri });
          assert.deepEqual([status, headers?.["location"]], [302, "/app/"], uri);
        }
        assert.match((await edge({ method: "POST", uri })).origin ?? "", /httpapi/, "the contract's 404");
      }
      const asked = async (uri: string, method = "GET") => {
        const request = {
          method,
          uri,
          cookies: { "__Secure-parley": "secret" },
          headers: { authorization: "Bearer t" },
        };
        const { uri: key, origin, sent, cookies } = await edge(request);
        assert.equal(origin, undefined, "the behavior's own origin");
        assert.equal(sent?.["x-origin-secret"], undefined);
        assert.deepEqual(cookies, {});
        return key;
      };
      for (const uri of [
        "/app/",
        "/app/chats/1",
        "/app/admin/sources",
        "/app/index.html",
        "/app/../v1",
        "/app/config.jsonx",
      ])
        assert.equal(await asked(uri), "/app/index.html", uri);
      for (const uri of [
        "/app/assets/index-1.js",
        "/app/assets/gone.js",
        "/app/config.json",
        "/app/embed/1/parley-chat.js",
      ]) {
        assert.equal(await asked(uri), uri);
        assert.equal(await asked(uri, "HEAD"), uri);
      }
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        for (const uri of ["/app/", "/app/assets/index-1.js"]) {
          const { status, body } = await edge({ method, uri });
          assert.deepEqual([status, JSON.parse(body ?? "")], [404, errorText("ROUTE_NOT_FOUND")], method);
        }
      }
      for (const uri of ["/application", "/appx/", "/_local/people", "/favicon.ico", "/index.html"])
        assert.match((await edge({ uri })).origin ?? "", /httpapi/, uri);
    },

  "the console's files are what was built, each kept for as long as it stays the same": (graph) => {
    // The other objects are the code of functions.
    const objects = ofType(graph, "s3/bucketObjectv2:BucketObjectv2").filter(({ name }) => name.startsWith("Console/"));
    const byKey = new Map(objects.map(({ inputs }) => [String(inputs["key"]), inputs]));
    const index = byKey.get("app/index.html");
    assert.equal(index?.["contentType"], "text/html; charset=utf-8");
    assert.equal(index["cacheControl"], cacheControl.page);
    const assets = String(index["content"]).matchAll(/(?:src|href)="\/(app\/assets\/[^"]+)"/g);
    const names = Array.from(assets, ([, key = ""]) => key);
    assert.ok(names.length >= 2);
    for (const key of names) assert.equal(byKey.get(key)?.["cacheControl"], cacheControl.asset, key);
    const about = [...byKey.keys()].filter((key) => /^app\/embed\/(?:\d+|\d+\.\d+\.\d+)\/parley-chat\.js$/.test(key));
    const parts = [...byKey].filter(([key]) => key.startsWith("app/embed/parts/"));
    assert.ok(parts.length > 1);
    for (const [key, part] of parts) assert.equal(part["cacheControl"], cacheControl.asset, key);
    const versions = [embedManifest.version, "1"].map((version) => `app/embed/${version}/parley-chat.js`);
    assert.deepEqual(about.toSorted(), versions);
    assert.equal(byKey.get("app/embed/embed.json")?.["cacheControl"], cacheControl.embed);
    const config = JSON.parse(String(byKey.get("app/config.json")?.["content"]));
    assert.deepEqual(Object.keys(config), ["sign_in", "cors_origins", "embed_origins"]);
    assert.deepEqual(config.sign_in, ["link"]);
    for (const [key, { bucket, cacheControl: kept }] of byKey) {
      assert.match(String(bucket), /ConsoleStore/i, key);
      assert.equal(kept, cacheControlOf(key.replace("app/", "")), key);
      assert.doesNotMatch(key, /\.(br|gz|map)$/);
    }
  },

  "the console's page may put uploads into the bucket of files, as the pages of the stage may": (graph) => {
    const { corsRules } = named(graph, "s3/bucketCorsConfiguration:BucketCorsConfiguration", "FileStoreCors").inputs;
    const [rule] = corsRules as { allowedOrigins: string[]; allowedMethods: string[] }[];
    const url = ofType(graph, "lambda/function:Function")
      .map(({ inputs }) => (inputs["environment"] as { variables: Record<string, string> }).variables["PUBLIC_URL"])
      .find(Boolean);
    assert.ok(rule);
    assert.ok(url !== undefined && rule.allowedOrigins.includes(url.replace(/\/$/, "")), url);
    assert.deepEqual(rule.allowedMethods, ["GET", "PUT"]);
  },
} satisfies Record<string, Check>;
