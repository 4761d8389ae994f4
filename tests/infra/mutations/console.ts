import { type Case, change, type Name } from "./case.ts";

const closed: Name = "the console's bucket is closed to all but this edge, which asks it in its own name";
const cached: Name =
  "the console's assets are cached and compressed, its page is asked for each time, and nothing else is cached";
const headers: Name =
  "the console has the page's headers, with the bucket of files in its policy, and the service has none of them";
const leads: Name =
  "the edge leads to the console, asks its bucket for the page wherever there is no file, and for nothing but reading";
const embed: Name = "the embedded chat may be loaded by pages of any origin, and has no other header than for that";
const framed: Name = "the framed chat may be shown by the stage's origins and by nobody else, and hears no other";
const files: Name = "the console's files are what was built, each kept for as long as it stays the same";
const uploads: Name = "the console's page may put uploads into the bucket of files, as the pages of the stage may";

/** The console and its bucket. */
export const consoleCases: Case[] = [
  [
    "the console's bucket is public",
    change("console.ts", "blockPublicPolicy: true", "blockPublicPolicy: false"),
    closed,
  ],
  [
    "any distribution reads the console's bucket",
    change(
      "console-files.ts",
      `"AWS:SourceArn": distributionArn`,
      `"AWS:SourceArn": "arn:aws:cloudfront::123456789012:*"`,
    ),
    closed,
  ],
  ["the edge may write the console", change("console-files.ts", `"s3:GetObject"`, `"s3:*"`), closed],
  ["a missing asset is refused", change("console-files.ts", `"s3:ListBucket"`, `"s3:GetObject"`), closed],
  [
    "the edge asks the bucket unsigned",
    change("console.ts", `signingBehavior: "always"`, `signingBehavior: "never"`),
    closed,
  ],
  ["the origin has no access", change("console.ts", "originAccessControlId: access.id,", ""), closed],
  [
    "an old page is shown",
    change(
      "console.ts",
      "compress: false, cachePolicyId: cachingDisabled",
      "compress: false, cachePolicyId: cachingOptimized",
    ),
    cached,
  ],
  ["assets are not compressed", change("console.ts", "compress: true", "compress: false"), cached],
  [
    "what does not read is refused without the contract's words",
    change("console.ts", "allowedMethods: methods", `allowedMethods: ["GET", "HEAD"]`),
    cached,
  ],
  [
    "tokens are sent to the bucket",
    change(
      "console.ts",
      "targetOriginId: originId,",
      `targetOriginId: originId, originRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",`,
    ),
    cached,
  ],
  ["the console has no headers", change("console.ts", "responseHeadersPolicyId: headersPolicy.id,", ""), headers],
  ["the policy lets any bucket in", change("console.ts", "https://${name}.s3", "https://*.s3"), headers],
  ["an object's own header wins", change("console.ts", "value, override: true", "value, override: false"), headers],
  [
    "no other page may load the embedded chat",
    change("console.ts", "responseHeadersPolicyId: embedHeadersPolicy.id,", ""),
    embed,
  ],
  [
    "anybody may show the framed chat",
    change("console.ts", "frameAncestors: settings.embedOrigins", `frameAncestors: ["*"]`),
    framed,
  ],
  [
    "the framed chat has the console's headers",
    change("console.ts", "responseHeadersPolicyId: framePolicy.id,", "responseHeadersPolicyId: headersPolicy.id,"),
    framed,
  ],
  ["the framed chat is a file of the embedded one", change("console-files.ts", " && path !== frame.file", ""), framed],
  [
    "the embedded chat is asked for with cookies",
    change("console.ts", "Credentials: false", "Credentials: true"),
    embed,
  ],
  ["the embedded chat is the page", change("edge-function.ts", "embed\\\\/|", ""), leads],
  ["the embedded chat is not deployed", change("console-files.ts", "(?:assets|embed)", "(?:assets)"), files],
  ["nobody is led to the console", change("edge-function.ts", "door.test(request.uri) &&", "false &&"), leads],
  ["a deep link finds nothing", change("edge-function.ts", "if (!file.test(request.uri))", "if (false)"), leads],
  ["a missing asset is the page", change("edge-function.ts", "(assets\\\\/|", "("), leads],
  [
    "a form is sent to the bucket",
    change("edge-function.ts", "if (!reads.test(request.method)) return", "if (false) return"),
    leads,
  ],
  [
    "cookies are sent to the bucket",
    change("edge-function.ts", "request.cookies = {};\n  if (!file", "if (!file"),
    leads,
  ],
  [
    "assets are asked for each time",
    change("console-files.ts", "cacheControl: cacheControlOf(path)", "cacheControl: cacheControl.page"),
    files,
  ],
  ["the console offers the demo's people", change("console-files.ts", `["link"]`, `["people", "link"]`), files],
  [
    "the console cannot upload",
    change("files-cors.ts", "[publicUrl, ...settings.corsOrigins]", "settings.corsOrigins"),
    uploads,
  ],
];
