import { anthropicApiKey, encryptionKeys, modelApiKey, openaiApiKey } from "./secrets.ts";
import { settings } from "./settings.ts";

/** Keys of the providers that answer questions; also who wants to know which models there are. */
export const modelLinks = [modelApiKey, anthropicApiKey, openaiApiKey];

/** What a function reads that answers questions: credentials of the organization's databases are sealed. */
export const answerLinks = [encryptionKeys, ...modelLinks];

/** An inference profile's id starts with the geography it spreads over. */
const withoutGeography = (id: string) => id.replace(/^(us-gov|us|eu|apac|au|jp|ca|global)\./, "");

/** Calling the models of Bedrock that the stage names, and no other. */
export const onBedrock = () => {
  if (settings.model.bedrock.length === 0) return [];
  const account = aws.getCallerIdentityOutput().accountId;
  return [
    {
      actions: ["bedrock:InvokeModel", "bedrock:InvokeModelWithResponseStream"],
      resources: settings.model.bedrock.flatMap((id) => [
        `arn:aws:bedrock:*::foundation-model/${withoutGeography(id)}`,
        $interpolate`arn:aws:bedrock:${settings.model.bedrockRegion ?? settings.region}:${account}:inference-profile/${id}`,
      ]),
    },
  ];
};

/** The parser of PostgreSQL's own grammar, which checks statements before they reach a database. */
export const guardFiles = [{ from: "node_modules/libpg-query/wasm/libpg-query.wasm", to: "libpg-query.wasm" }];

/** What is opened beside that where statements run: the program of the process that holds an SQLite file. */
export const databaseFiles = [
  ...guardFiles,
  { from: "packages/datasource/src/sqlite/sqlite-process.ts", to: "sqlite-process.ts" },
];
