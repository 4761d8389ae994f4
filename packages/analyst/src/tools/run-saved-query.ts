import { dictionary } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import { inAuthorsWords } from "@parley/datasource/placeholders/authors-words";
import { missingParameters } from "@parley/datasource/placeholders/missing-parameters";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import { DatasourceError } from "@parley/datasource/types";
import * as v from "valibot";
import { fetchRows, rowsFound } from "./queries.ts";
import { analystTool, ToolProblem } from "./tool.ts";

const Input = v.object({
  id: v.pipe(v.string(), v.description("The saved query's id, as it is listed")),
  values: v.optional(
    v.pipe(
      dictionary(v.pipe(v.string(), v.maxLength(limits.parameter_characters))),
      v.description("A text for each of the query's parameters"),
    ),
    {},
  ),
});

/** `run_saved_query`: a saved query of the organization, with values for its placeholders. */
export const runSavedQueryTool = analystTool({
  name: "run_saved_query",
  description:
    "Runs one of the organization's saved queries that are listed, with values for its parameters. Its SQL was written and checked by the organization: prefer it to SQL of your own where it answers the question as it stands. Answers a named result as run_sql does.",
  input: Input,
  async run({ id, values }, session, signal) {
    const { integration, offered, question } = session;
    const query = offered.find((one) => one.id === id);
    if (!integration || !question.integration || !query || query.sql === null)
      throw new ToolProblem("There is no such saved query among those that are listed");
    const missing = missingParameters(query.parameters, values);
    if (missing.length > 0) throw new ToolProblem(`Values are missing for: ${missing.join(", ")}`);
    const bound = bindPlaceholders(query.sql, question.integration.engine, values);
    session.saved.set(query.id, query.sql);
    try {
      const options = { parameters: bound.parameters, saved_query_id: query.id, signal };
      return rowsFound(await fetchRows(session, integration, bound.sql, options));
    } catch (error) {
      throw error instanceof DatasourceError ? inAuthorsWords(error, bound.origins, query.parameters) : error;
    }
  },
});
