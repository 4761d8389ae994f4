import { type Case, change, type Name } from "./case.ts";

const functions: Name = "functions: arm64, Node 24, JSON logs in a group of their own that does not grow for ever";
const roles: Name = "roles: one a function, for Lambda alone, nothing managed, no wildcard";
const trust: Name = "trust: each role is for one service of AWS, on behalf of this account";
const granted: Name = "what is granted exists";
const secret: Name = "secrets are linked, never plain";
const links: Name = "links are the names that code reads";
const settings: Name = "settings are the names that code reads";
const physical: Name = "physical names are unique and say app and stage";

/** Functions, what their roles may do, and what they are given. */
export const accessCases: Case[] = [
  ["functions are x86", change("defaults.ts", `args.architecture ??= "arm64";`, ""), functions],
  ["logs are text", change("lambda.ts", `format: "json"`, `format: "text"`), functions],
  [
    "logs are kept for ever",
    change("lambda.ts", "retentionInDays: retentionDays[settings.logRetention],", ""),
    functions,
  ],
  ["drivers are read by every cold start", change("defaults.ts", "splitting: true", "splitting: false"), functions],
  [
    "clients of people's credentials are in every bundle",
    change("defaults.ts", ", esbuild: { external: otherCredentials }", ""),
    functions,
  ],
  ["roles may log into every group", change("defaults.ts", "args.managedPolicyArns = [];", ""), roles],
  [
    "others may take the roles",
    change("defaults.ts", "Principal: { Service: service }", `Principal: { AWS: "*" }`),
    roles,
  ],
  [
    "a role can be taken for any account",
    change("defaults.ts", `{ "aws:SourceAccount": aws.getCallerIdentityOutput().accountId }`, "{}"),
    trust,
  ],
  [
    "the account's root may take a role",
    change("defaults.ts", "Service: service", "AWS: 'arn:aws:iam::123456789012:root'"),
    trust,
  ],
  [
    "the schedule's role is SST's own",
    change(
      "sweeper.ts",
      `transform: { role: { assumeRolePolicy: trusting("scheduler.amazonaws.com", "StringEquals") } },`,
      "",
    ),
    trust,
  ],
  ["the bucket may be deleted", change("files.ts", "actions.map((action) => `s3:${action}`)", `["s3:*"]`), roles],
  ["every table may be read", change("table.ts", "resources: [table.arn] }", `resources: ["*"] }`), roles],
  [
    "a permission names another queue",
    change("queue-resources.ts", "resources: [queue.arn]", `resources: ["arn:aws:sqs:eu-west-1:123456789012:other"]`),
    granted,
  ],
  [
    "a secret lies in the environment",
    change("environment.ts", `METRICS: "1",`, `METRICS: "1", KEYS: process.env.SST_SECRET_SigningKeys,`),
    secret,
  ],
  [
    "a link has a name that is not read",
    change("table.ts", `new sst.Linkable("Table"`, `new sst.Linkable("Tables"`),
    links,
  ],
  [
    "a link has a property that is not read",
    change("queue-resources.ts", "properties: { url: queue.url }", "properties: { address: queue.url }"),
    links,
  ],
  ["a setting has a name that is not read", change("environment.ts", "TOKEN_ISSUER", "JWT_ISSUER"), settings],
  ["functions share a log group", change("lambda.ts", "-${name}`,\n    retention", "-one`,\n    retention"), physical],
];
