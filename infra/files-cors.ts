import { publicUrl } from "./edge.ts";
import { bucket } from "./files.ts";
import { settings } from "./settings.ts";

/** Pages put uploads straight into the bucket, so only the pages that may call the service may: the console's, and those of the stage. */
new aws.s3.BucketCorsConfiguration("FileStoreCors", {
  bucket: bucket.name,
  corsRules: [
    {
      allowedOrigins: [publicUrl, ...settings.corsOrigins],
      allowedMethods: ["GET", "PUT"],
      allowedHeaders: ["content-type", "content-length", "if-none-match"],
      maxAgeSeconds: 3_600,
    },
  ],
});
