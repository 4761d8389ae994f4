import { settings } from "./settings.ts";

/**
 * How the SDK gets credentials by SSO and with the clients of STS and of sign-in, as on people's machines: a function has its own in
 * its environment. Bundled they are never loaded, yet bring what they share with the table's client into every cold start.
 */
const otherCredentials = ["@aws-sdk/credential-provider-sso", "@aws-sdk/nested-clients"];

/** Splitting keeps what is seldom needed (drivers, models' providers, SDK credentials) out of what a cold start reads. */
export const bundling = { minify: true, splitting: true, esbuild: { external: otherCredentials } };

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
    args.nodejs ??= bundling;
    args.transform = { ...args.transform, role: leastRole };
  });
}

/** Who may take a role: one service of AWS, on behalf of this account. */
export const trusting = (service: string, condition: "StringEquals" | "StringEqualsIfExists") =>
  $util.jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Service: service },
        Action: "sts:AssumeRole",
        Condition: { [condition]: { "aws:SourceAccount": aws.getCallerIdentityOutput().accountId } },
      },
    ],
  });

/** Only Lambda may take the role, and it may do what its policy says: logging is granted there, for its own group. */
const leastRole = (args: aws.iam.RoleArgs): undefined => {
  // AWS does not document that Lambda says for whom it takes a role; where it does, it has to be this account.
  args.assumeRolePolicy = trusting("lambda.amazonaws.com", "StringEqualsIfExists");
  args.managedPolicyArns = [];
};
