import { settings } from "./settings.ts";

type Permission = { actions: string[]; resources: string[]; conditions?: Condition[] };
interface Condition {
  test: string;
  variable: string;
  values: string[];
}

const { redshift } = settings;

/** What of Redshift's may be used with each kind of resource that a stage names. */
const ofRedshift: Readonly<Record<string, readonly string[]>> = {
  workgroup: ["redshift-data:ExecuteStatement", "redshift-serverless:GetCredentials"],
  cluster: ["redshift-data:ExecuteStatement"],
  dbname: ["redshift:GetClusterCredentialsWithIAM", "redshift:GetClusterCredentials"],
  dbuser: ["redshift:GetClusterCredentials"],
  secret: ["secretsmanager:GetSecretValue"],
};

/** The kind of a resource, by its ARN: `arn:aws:redshift:eu-west-1:123456789012:cluster:shop` is a cluster. */
const kindOf = (arn: string): string => arn.split(":")[5]?.split("/")[0] ?? "";

/** Asking the warehouses that the stage names, and no other; of statements those that the function itself has started. */
export function onWarehouses(): Permission[] {
  if (redshift.length === 0) return [];
  const named = redshift.map((arn) => ({ actions: [...(ofRedshift[kindOf(arn)] ?? [])], resources: [arn] }));
  return [
    ...named,
    {
      actions: ["DescribeStatement", "GetStatementResult", "CancelStatement"].map((name) => `redshift-data:${name}`),
      // Statements have no ARN.
      resources: ["*"],
      conditions: [
        {
          test: "StringEquals",
          variable: "redshift-data:statement-owner-iam-userid",
          // A variable of IAM, as the provider's policy documents write one.
          values: ["&{aws:userid}"],
        },
      ],
    },
  ];
}

/** The clients that warehouses are asked with, where the stage has any. */
export const warehouseClients: Record<string, string> =
  redshift.length > 0 ? { "@aws-sdk/client-redshift-data": "3.1164.0" } : {};
