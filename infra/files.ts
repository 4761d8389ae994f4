import { settings } from "./settings.ts";

/** Uploads, documents, kept rows and schemas. Reached by functions and by presigned addresses only. */
export const bucket = new sst.aws.Bucket("FileStore", {
  versioning: !settings.disposable,
  // See `files-cors.ts`.
  cors: false,
  transform: {
    bucket: (args) => {
      args.forceDestroy = settings.disposable;
    },
  },
});

new aws.s3.BucketServerSideEncryptionConfiguration("FileStoreEncryption", {
  bucket: bucket.name,
  rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } }],
});

new aws.s3.BucketOwnershipControls("FileStoreOwnership", {
  bucket: bucket.name,
  rule: { objectOwnership: "BucketOwnerEnforced" },
});

new aws.s3.BucketLifecycleConfiguration("FileStoreLifecycle", {
  bucket: bucket.name,
  // Nothing that the service keeps expires by its age alone: the sweeper removes uploads that no message attached.
  rules: [
    {
      id: "unfinished-uploads",
      status: "Enabled",
      filter: {},
      abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
    },
    { id: "old-versions", status: "Enabled", filter: {}, noncurrentVersionExpiration: { noncurrentDays: 30 } },
  ],
});

export const filesLink = new sst.Linkable("Files", { properties: { name: bucket.name } });

type FileAction = "GetObject" | "PutObject" | "DeleteObject";

/**
 * Actions on the bucket's objects. Only a function that may list the bucket is told that an object is
 * missing rather than refused; and objects are found by their prefix to be removed.
 */
export const onFiles = (actions: readonly FileAction[]) => [
  { actions: actions.map((action) => `s3:${action}`), resources: [$interpolate`${bucket.arn}/*`] },
  ...(actions.includes("GetObject") || actions.includes("DeleteObject")
    ? [{ actions: ["s3:ListBucket"], resources: [bucket.arn] }]
    : []),
];
