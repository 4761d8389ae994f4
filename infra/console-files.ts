import { join } from "node:path";
import { cacheControl, cacheControlOf, frame, framePage } from "../packages/console/src/headers.ts";
import { builtConsole, distOf } from "../packages/local/src/console/build.ts";
import { consoleBucket } from "./console.ts";
import { distributionArn } from "./edge.ts";
import { settings } from "./settings.ts";

/** The edge may read the bucket, and is told that an object is missing rather than refused; nobody else may do anything. */
new aws.s3.BucketPolicy("ConsoleStorePolicy", {
  bucket: consoleBucket.bucket,
  policy: $util.jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: [consoleBucket.arn, $interpolate`${consoleBucket.arn}/*`],
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
      ...[
        { Action: "s3:GetObject", Resource: $interpolate`${consoleBucket.arn}/*` },
        { Action: "s3:ListBucket", Resource: consoleBucket.arn },
      ].map((allowed) => ({
        Effect: "Allow",
        Principal: { Service: "cloudfront.amazonaws.com" },
        ...allowed,
        Condition: { StringEquals: { "AWS:SourceArn": distributionArn } },
      })),
    ],
  }),
});

const root = $cli.paths.root;
const files = await builtConsole({ root, signal: new AbortController().signal, say: console.log });

/**
 * Assets of earlier releases stay: a page that is open while a new one comes goes on to find its own. So do versions of the embedded
 * chat, which pages of other products name.
 */
const assets = [...files]
  .filter(([path]) => /^(?:assets|embed)\//.test(path) && path !== frame.file)
  .map(
    ([path, { type, tag }]) =>
      new aws.s3.BucketObjectv2(
        `Console/${path}`,
        {
          bucket: consoleBucket.bucket,
          key: `app/${path}`,
          source: new $util.asset.FileAsset(join(distOf(root), path)),
          sourceHash: tag,
          contentType: type,
          cacheControl: cacheControlOf(path),
        },
        { retainOnDelete: cacheControlOf(path) === cacheControl.asset },
      ),
  );

const index = files.get("index.html");
if (!index) throw new Error("The console was built without its page");

// Whoever gets the new page finds the assets it names.
new aws.s3.BucketObjectv2(
  "Console/index.html",
  {
    bucket: consoleBucket.bucket,
    key: "app/index.html",
    content: index.body.toString(),
    contentType: index.type,
    cacheControl: cacheControl.page,
  },
  { dependsOn: assets },
);

const framed = files.get(frame.file);
if (!framed) throw new Error("The framed chat was not built");

new aws.s3.BucketObjectv2(
  "Console/embed/frame",
  {
    bucket: consoleBucket.bucket,
    key: `app/${frame.path}`,
    content: framePage(framed.body.toString(), settings.embedOrigins),
    contentType: framed.type,
    cacheControl: cacheControl.page,
  },
  { dependsOn: assets },
);

new aws.s3.BucketObjectv2("Console/config.json", {
  bucket: consoleBucket.bucket,
  key: "app/config.json",
  content: JSON.stringify({
    sign_in: ["link"],
    cors_origins: settings.corsOrigins,
    embed_origins: settings.embedOrigins,
  }),
  contentType: "application/json",
  cacheControl: cacheControl.page,
});
