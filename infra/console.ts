import { embedHeaders, frame, pageHeaders } from "../packages/console/src/headers.ts";
import { bucket as files } from "./files.ts";
import { settings } from "./settings.ts";

/** AWS's own policies by their published ids: the whole name of an asset is its key, and what the page is changes with a release. */
const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The console's files. All of them can be built again. */
export const consoleBucket = new aws.s3.Bucket("ConsoleStore", { forceDestroy: true });

new aws.s3.BucketPublicAccessBlock("ConsoleStorePublicAccessBlock", {
  bucket: consoleBucket.bucket,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});

new aws.s3.BucketServerSideEncryptionConfiguration("ConsoleStoreEncryption", {
  bucket: consoleBucket.bucket,
  rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } }],
});

const access = new aws.cloudfront.OriginAccessControl("ConsoleAccess", {
  name: `${$app.name}-${$app.stage}-ConsoleAccess`,
  originAccessControlOriginType: "s3",
  signingBehavior: "always",
  signingProtocol: "sigv4",
});

const originId = "console";

/** The bucket as the distribution sees it, which signs what it asks for. */
export const consoleOrigin = {
  originId,
  domainName: consoleBucket.bucketRegionalDomainName,
  originAccessControlId: access.id,
};

/** Headers that CloudFront has settings of their own for; it takes them in no other way. */
const ownSettings = new Set(["content-security-policy", "x-content-type-options", "referrer-policy"]);

/** What the page's headers are (`headers.ts`), as the edge adds them. Presigned addresses lead to the bucket of files. */
const headers = files.name.apply((name) =>
  pageHeaders({ bucket: [`https://${name}.s3.${settings.region}.amazonaws.com`] }),
);

const frameHeaders = files.name.apply((name) =>
  pageHeaders({
    bucket: [`https://${name}.s3.${settings.region}.amazonaws.com`],
    frameAncestors: settings.embedOrigins,
  }),
);

/** The headers of a page, as CloudFront takes them. */
const pagePolicy = (name: string, of: typeof headers) =>
  new aws.cloudfront.ResponseHeadersPolicy(name, {
    name: `${$app.name}-${$app.stage}-${name}`,
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: of["content-security-policy"], override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: of["referrer-policy"], override: true },
      strictTransportSecurity: { accessControlMaxAgeSec: 63_072_000, override: true },
    },
    customHeadersConfig: {
      items: of.apply((all) =>
        Object.entries(all)
          .filter(([header]) => !ownSettings.has(header))
          .map(([header, value]) => ({ header, value, override: true })),
      ),
    },
  });

const headersPolicy = pagePolicy("ConsoleHeaders", headers);
/** The framed chat may be shown by the stage's `embedOrigins`. */
const framePolicy = pagePolicy("FrameHeaders", frameHeaders);

const corsHeader = "access-control-allow-origin";

/** The embedded chat's files are for pages of any origin. CloudFront has a setting of its own for the header that says so. */
const embedHeadersPolicy = new aws.cloudfront.ResponseHeadersPolicy("EmbedHeaders", {
  name: `${$app.name}-${$app.stage}-EmbedHeaders`,
  corsConfig: {
    accessControlAllowCredentials: false,
    accessControlAllowHeaders: { items: ["*"] },
    accessControlAllowMethods: { items: ["GET", "HEAD"] },
    accessControlAllowOrigins: { items: [embedHeaders[corsHeader]] },
    originOverride: true,
  },
  securityHeadersConfig: {
    contentTypeOptions: { override: true },
    strictTransportSecurity: { accessControlMaxAgeSec: 63_072_000, override: true },
  },
  customHeadersConfig: {
    items: Object.entries(embedHeaders)
      .filter(([header]) => header !== corsHeader && !ownSettings.has(header))
      .map(([header, value]) => ({ header, value, override: true })),
  },
});

/**
 * How the edge serves the console and the embedded chat. Its function sees every request, with any method, and passes on to the bucket what reads;
 * nothing of a request but its path gets there.
 */
export const consoleBehaviors = (functionArn: $util.Output<string>) => {
  const behavior = {
    targetOriginId: originId,
    viewerProtocolPolicy: "redirect-to-https",
    allowedMethods: methods,
    cachedMethods: ["GET", "HEAD"],
    responseHeadersPolicyId: headersPolicy.id,
    functionAssociations: [{ eventType: "viewer-request", functionArn }],
  };
  return [
    { ...behavior, pathPattern: "/app/assets/*", compress: true, cachePolicyId: cachingOptimized },
    {
      ...behavior,
      pathPattern: `/app/${frame.path}`,
      compress: false,
      cachePolicyId: cachingDisabled,
      responseHeadersPolicyId: framePolicy.id,
    },
    {
      ...behavior,
      pathPattern: "/app/embed/*",
      compress: true,
      cachePolicyId: cachingOptimized,
      responseHeadersPolicyId: embedHeadersPolicy.id,
    },
    { ...behavior, pathPattern: "/app/*", compress: false, cachePolicyId: cachingDisabled },
  ];
};
