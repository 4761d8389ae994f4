import { settings } from "./settings.ts";

/**
 * What every function of the app is, instead of SST's own defaults (x86, text logs, SST's role policy). Has to be called
 * before the first function is made.
 */
export function applyDefaults(): void {
  $transform(sst.aws.Function, (args) => {
    args.runtime ??= "nodejs24.x";
    args.architecture ??= "arm64";
    args.memory ??= "1024 MB";
    args.timeout ??= "29 seconds";
    args.logging ??= { format: "json", retention: settings.logRetention };
    // Splitting keeps what is seldom needed (drivers, models' providers, SDK credentials) out of what a cold start reads.
    args.nodejs ??= { minify: true, splitting: true };
    args.transform = { ...args.transform, role: leastRole };
  });
}

/** Only Lambda may take the role, and it may do what its policy says: logging is granted there, for its own group. */
const leastRole = (args: aws.iam.RoleArgs): undefined => {
  args.assumeRolePolicy = JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" }],
  });
  args.managedPolicyArns = [];
};
