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
  permissions: { actions: string[]; resources: $util.Input<string>[] }[];
  /** Files that its code opens at run time, and that a bundler therefore cannot see. */
  copyFiles?: { from: string; to: string }[];
  timeout?: sst.aws.FunctionArgs["timeout"];
  memory?: sst.aws.FunctionArgs["memory"];
  streaming?: boolean;
  /** Times a failed asynchronous invocation is tried again. */
  retries?: number;
  /** Environments kept warm. */
  provisioned?: number;
}

/** Every function by its name, for alarms and the dashboard. */
export const functions = new Map<string, sst.aws.Function>();

/** A function of the service with a role and a log group of its own. */
export function lambda(name: string, options: LambdaOptions): sst.aws.Function {
  const { entry, links = [], permissions, provisioned = 0, ...rest } = options;
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
    ...(provisioned > 0 && { versioning: true, concurrency: { provisioned } }),
    ...rest,
  });
  functions.set(name, made);
  return made;
}

/** The name under which others invoke the function: its published version where environments are kept warm. */
export const invokedAs = (target: sst.aws.Function, provisioned: number) =>
  provisioned > 0 ? target.nodes.function.qualifiedArn : target.nodes.function.arn;
