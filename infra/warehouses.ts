import { settings } from "./settings.ts";

type Permission = { actions: string[]; resources: string[]; conditions?: Condition[] };
interface Condition {
  test: string;
  variable: string;
  values: string[];
}

const { redshift, athena } = settings;

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

/** Asking the warehouses that the stage names, and no other. */
export const onWarehouses = (): Permission[] => [...onRedshift(), ...onAthena()];

/** Of statements those that the function itself has started. */
function onRedshift(): Permission[] {
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

/** Running statements in a workgroup, reading the catalog and the tables' files, and keeping results: Athena does all of it in the caller's name. */
function onAthena(): Permission[] {
  const { workgroups, databases, files, results } = athena;
  if (workgroups.length === 0) return [];
  const glue = databases.filter((arn) => arn.startsWith("arn:aws:glue:"));
  const inGlue = glue.flatMap((arn) => [
    arn.replace(/:database\/.*$/, ":catalog"),
    arn,
    `${arn.replace(":database/", ":table/")}/*`,
  ]);
  // Glue's own catalog is one of Athena's: in the region and account of the database.
  const inAthena = databases.map((arn) =>
    arn.replace(/^arn:aws:glue:(.*):database\/.*$/, "arn:aws:athena:$1:datacatalog/AwsDataCatalog"),
  );
  const buckets = (arns: readonly string[]) => arns.map((arn) => arn.replace(/\/.*$/, ""));
  const all = (arns: readonly string[]) => arns.map((arn) => `${arn}*`);
  return granted([
    {
      actions: [
        "StartQueryExecution",
        "GetQueryExecution",
        "GetQueryResults",
        "StopQueryExecution",
        "GetWorkGroup",
      ].map((name) => `athena:${name}`),
      resources: workgroups,
    },
    {
      actions: ["GetDataCatalog", "ListTableMetadata", "GetTableMetadata"].map((name) => `athena:${name}`),
      resources: inAthena,
    },
    {
      actions: ["GetDatabase", "GetTable", "GetTables", "GetPartition", "GetPartitions", "BatchGetPartition"].map(
        (name) => `glue:${name}`,
      ),
      resources: inGlue,
    },
    { actions: ["s3:GetBucketLocation", "s3:ListBucket"], resources: buckets([...files, ...results]) },
    { actions: ["s3:GetObject"], resources: all(files) },
    {
      actions: ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      resources: all(results),
    },
  ]);
}

/** Each resource once, and nothing about none. */
const granted = (permissions: Permission[]): Permission[] =>
  permissions.flatMap(({ actions, resources }) =>
    resources.length === 0 ? [] : [{ actions, resources: [...new Set(resources)] }],
  );

/** The clients that warehouses are asked with, where the stage has any. */
export const warehouseClients: Record<string, string> = {
  ...(redshift.length > 0 && { "@aws-sdk/client-redshift-data": "3.1164.0" }),
  ...(athena.workgroups.length > 0 && { "@aws-sdk/client-athena": "3.1164.0" }),
};
