import { anthropicApiKey, embeddingApiKey, encryptionKeys, modelApiKey, openaiApiKey } from "./secrets.ts";
import { settings } from "./settings.ts";

/** Keys of the providers that answer questions; also who wants to know which models there are. */
export const modelLinks = [modelApiKey, anthropicApiKey, openaiApiKey];

/** What a function reads that answers questions: credentials of the organization's databases are sealed. */
export const answerLinks = [encryptionKeys, ...modelLinks, embeddingApiKey];

/** An inference profile's id starts with the geography it spreads over. */
const withoutGeography = (id: string) => id.replace(/^(us-gov|us|eu|apac|au|jp|ca|global)\./, "");

/** The models of Bedrock that the stage names: those that answer, and the one that embeds unless another server does. */
const bedrockModels = (): string[] => {
  const { bedrock, embedding } = settings.model;
  return embedding?.model !== undefined && embedding.baseUrl === undefined ? [...bedrock, embedding.model] : bedrock;
};

/** Calling the models of Bedrock that the stage names, and no other. */
export const onBedrock = () => {
  const models = bedrockModels();
  if (models.length === 0) return [];
  const account = aws.getCallerIdentityOutput().accountId;
  return [
    {
      actions: ["bedrock:InvokeModel", "bedrock:InvokeModelWithResponseStream"],
      resources: models.flatMap((id) => [
        `arn:aws:bedrock:*::foundation-model/${withoutGeography(id)}`,
        $interpolate`arn:aws:bedrock:${settings.model.bedrockRegion ?? settings.region}:${account}:inference-profile/${id}`,
      ]),
    },
  ];
};

/** The parsers of PostgreSQL's and of DuckDB's own grammar, which check statements before they reach a database. */
export const guardFiles = [
  { from: "node_modules/libpg-query/wasm/libpg-query.wasm", to: "libpg-query.wasm" },
  { from: "packages/datasource/src/duckdb/duckdb-process.ts", to: "duckdb-process.ts" },
];

/** DuckDB's library, 70 MB in each function that checks or runs statements, where the stage has files in DuckDB. */
export const duckdbLibrary: Record<string, string> = settings.duckdb ? { "@duckdb/node-api": "1.5.6-r.1" } : {};

/** What is opened beside that where statements run: the program of the process that holds an SQLite file. */
export const databaseFiles = [
  ...guardFiles,
  { from: "packages/datasource/src/sqlite/sqlite-process.ts", to: "sqlite-process.ts" },
];
