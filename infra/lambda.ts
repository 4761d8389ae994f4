import { bundling } from "./defaults.ts";
import { environment } from "./environment.ts";
import { settings } from "./settings.ts";
import { tableLink } from "./table.ts";

const retentionDays = { "1 week": 7, "1 month": 30, "3 months": 90, "1 year": 365 } as const;

interface LambdaOptions {
  /** Module under `packages/functions/src/lambda`, exporting `handler`. */
  entry: string;
  description: string;
  /** What it reads through SST's `Resource`, beside the table. */
  links?: unknown[];
  /** What its code calls, and nothing more. */
  permissions: {
    actions: string[];
    resources: $util.Input<string>[];
    conditions?: { test: string; variable: string; values: string[] }[];
  }[];
  /** Files that its code opens at run time, and that a bundler therefore cannot see. */
  copyFiles?: { from: string; to: string }[];
  /** Packages that cannot be in a bundle, with their versions: they are installed beside it. */
  installed?: Record<string, string>;
  timeout?: sst.aws.FunctionArgs["timeout"];
  memory?: sst.aws.FunctionArgs["memory"];
  streaming?: boolean;
  /** Environments kept warm. */
  provisioned?: number;
  /** Environments reserved for it: it never gets more, and no other function gets these. */
  reserved?: number;
}

/** Every function by its name, for alarms and the dashboard. */
export const functions = new Map<string, sst.aws.Function>();

/** A function of the service with a role and a log group of its own. */
export function lambda(name: string, options: LambdaOptions): sst.aws.Function {
  const { entry, links = [], permissions, installed = {}, provisioned = 0, reserved = 0, ...rest } = options;
  const logs = new aws.cloudwatch.LogGroup(`${name}Logs`, {
    name: `/aws/lambda/${$app.name}-${$app.stage}-${name}`,
    retentionInDays: retentionDays[settings.logRetention],
  });
  const made = new sst.aws.Function(name, {
    handler: `packages/functions/src/lambda/${entry}.handler`,
    link: [tableLink, ...links],
    environment,
    logging: { format: "json", logGroup: logs.name },
    permissions: [
      ...permissions,
      { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [$interpolate`${logs.arn}:*`] },
    ],
    ...(provisioned > 0 && { versioning: true }),
    ...(provisioned + reserved > 0 && {
      concurrency: { ...(provisioned > 0 && { provisioned }), ...(reserved > 0 && { reserved }) },
    }),
    ...(Object.keys(installed).length > 0 && { nodejs: { ...bundling, install: installed } }),
    ...rest,
  });
  functions.set(name, made);
  return made;
}

/** The name under which others invoke the function: its published version where environments are kept warm. */
export const invokedAs = (target: sst.aws.Function, provisioned: number) =>
  provisioned > 0 ? target.nodes.function.qualifiedArn : target.nodes.function.arn;

interface AsynchronousOptions {
  /** Environments of the function that are kept warm: then its version is invoked (`invokedAs`), not its latest code. */
  provisioned?: number;
  /** A queue that is sent what Lambda gives up. The function's role has to be allowed to send to it. */
  givenUpTo?: $util.Input<string>;
}

/**
 * How Lambda treats the function's asynchronous events: it tries each once, and gives up those that found no
 * environment for a minute. What repeats them is the sweeper or the next minute, by the service's own rules. SST's own
 * `retries` would apply to the latest code only; Lambda looks at what the caller has named.
 */
export function invokedOnce(
  name: string,
  { nodes }: sst.aws.Function,
  { provisioned = 0, givenUpTo }: AsynchronousOptions = {},
): void {
  new aws.lambda.FunctionEventInvokeConfig(`${name}Events`, {
    functionName: nodes.function.name,
    ...(provisioned > 0 && { qualifier: nodes.function.version }),
    maximumRetryAttempts: 0,
    maximumEventAgeInSeconds: 60,
    ...(givenUpTo !== undefined && { destinationConfig: { onFailure: { destination: givenUpTo } } }),
  });
}
