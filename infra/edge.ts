import { edgeLimits } from "../packages/contract/src/edge-limits.ts";
import { originSecret } from "./secrets.ts";
import { settings } from "./settings.ts";

/** By path: the bytes a POST may have, and the words before and after the size in what is said of more. */
const bodyLimits = Object.fromEntries(
  Object.entries(edgeLimits).map(([path, { bytes, words }]) => [path, [bytes, ...words]]),
);

/** Where the injection sends what the REST API answers: SST's router knows hosts and path prefixes only. */
export const streamPrefix = "/__stream";

/**
 * Runs before SST's own routing, for every request. It has to stay small: a CloudFront function has 10 KB, of which SST
 * takes most.
 */
const injection = $interpolate`
var q=event.request,u=q.uri,h=q.headers,m=q.method;
h["x-origin-secret"]={value:"${originSecret.properties.value}"};
if(u==="/v1/chats/ws"&&q.querystring.token)return{statusCode:403,statusDescription:"Forbidden"};
var l=m==="POST"&&${JSON.stringify(bodyLimits)}[u],n=h["content-length"]?+h["content-length"].value:0;
if(l&&n>l[0]){
var o=h.origin,r={"content-type":{value:"application/json"},"cache-control":{value:"no-store"}};
if(o&&${JSON.stringify(settings.corsOrigins)}.some(function(a){return a==="*"||a===o.value}))r["access-control-allow-origin"]={value:o.value};
return{statusCode:400,statusDescription:"Bad Request",headers:r,body:{encoding:"text",data:JSON.stringify({detail:l[1]+(n/1048576).toFixed(1)+"MB"+l[2]})}}}
if(m==="POST"&&u==="/v1/chats"||m==="GET"&&/^\\/v1\\/agents\\/[^/]+\\/chats\\/[^/]+\\/turns\\/[^/]+\\/events$/.test(u))q.uri="${streamPrefix}"+u;
else if(u.startsWith("${streamPrefix}"))q.uri="/v1"+u;
`;

/** AWS's own policies by their published ids. */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

/**
 * The one host: HTTP API, streams and socket. Routes are added by whoever is behind them. Nothing of the service is
 * cached at the edge: answers differ by token, which is no part of a cache key.
 */
export const router = new sst.aws.Router("Edge", {
  ...(settings.domain !== undefined && { domain: settings.domain }),
  edge: { viewerRequest: { injection } },
  transform: {
    cdn: (args) => {
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        cachePolicyId: cachingDisabled,
      }));
      args.transform = { distribution: { httpVersion: "http2and3" } };
    },
  },
});
