import { allowedHeaders, exposedHeaders } from "../packages/functions/src/http/cors.ts";
import { consoleBehaviors, consoleOrigin } from "./console.ts";
import { edgeFunctionCode } from "./edge-function.ts";
import { settings } from "./settings.ts";

/** AWS's own policies by their published ids: nothing is cached, and every header but the host's name is passed on. */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const allViewerExceptHost = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** What the edge's function looks up; `edge-routes.ts` fills it when there are APIs to route to. */
export const edgeStore = new aws.cloudfront.KeyValueStore("EdgeStore");

const edgeFunction = new aws.cloudfront.Function("EdgeFunction", {
  runtime: "cloudfront-js-2.0",
  keyValueStoreAssociations: [edgeStore.arn],
  code: edgeFunctionCode,
});

/**
 * Headers that answers get at the edge where they have none of their own. Functions send theirs; a gateway that refuses a
 * request before any function has seen it (429, 413, 5xx) sends none, and a page could not even read its status.
 */
const headers = new aws.cloudfront.ResponseHeadersPolicy("EdgeHeaders", {
  name: `${$app.name}-${$app.stage}-EdgeHeaders`,
  securityHeadersConfig: {
    contentTypeOptions: { override: false },
    strictTransportSecurity: { accessControlMaxAgeSec: 63_072_000, override: false },
  },
  ...(settings.corsOrigins.length > 0 && {
    corsConfig: {
      originOverride: false,
      accessControlAllowCredentials: false,
      accessControlAllowOrigins: { items: settings.corsOrigins },
      accessControlAllowMethods: { items: methods },
      accessControlAllowHeaders: { items: allowedHeaders.split(", ") },
      accessControlExposeHeaders: { items: exposedHeaders.split(", ") },
    },
  }),
});

/**
 * The one host: HTTP API, streams, socket and the console. Nothing but the console's assets is cached at the edge: answers
 * differ by token, which is not part of a cache key.
 */
const cdn = new sst.aws.Cdn("Edge", {
  comment: `${$app.name} ${$app.stage}`,
  ...(settings.domain !== undefined && { domain: settings.domain }),
  // The function routes or answers every request. This name, which does not resolve, is used only if the function fails.
  origins: [
    {
      originId: "unrouted",
      domainName: "unrouted.invalid",
      customOriginConfig: {
        httpPort: 80,
        httpsPort: 443,
        originProtocolPolicy: "https-only",
        originSslProtocols: ["TLSv1.2"],
      },
    },
    consoleOrigin,
  ],
  defaultCacheBehavior: {
    targetOriginId: "unrouted",
    viewerProtocolPolicy: "redirect-to-https",
    allowedMethods: methods,
    cachedMethods: ["GET", "HEAD"],
    compress: false,
    cachePolicyId: cachingDisabled,
    originRequestPolicyId: allViewerExceptHost,
    responseHeadersPolicyId: headers.id,
    functionAssociations: [{ eventType: "viewer-request", functionArn: edgeFunction.arn }],
  },
  orderedCacheBehaviors: consoleBehaviors(edgeFunction.arn),
  transform: { distribution: { httpVersion: "http2and3" } },
});

/** For whom the console's bucket is open. */
export const distributionArn = cdn.nodes.distribution.arn;

/** The service's address. */
export const publicUrl = settings.domain === undefined ? cdn.url : $output(`https://${settings.domain}`);

/** For the operator's command line, which asks the service and looks whether it answers. */
export const serviceLink = new sst.Linkable("Service", { properties: { url: publicUrl } });
