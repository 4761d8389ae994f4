import { deflated, inflated } from "../store/deflated.ts";

/**
 * What most messages have beside their words, so that it costs them next to nothing. It is part of the format: what was deflated
 * with it is inflated with it alone, so that another one would need a field of another name.
 */
const dictionary = Buffer.from(
  [
    String.raw`{"steps":[{"id":"","type":"tool_message","content":"","timestamp":""},{"id":"","type":"tool_call",`,
    String.raw`"content":"{\"tool_call_id\":\"call_\",\"tool\":\"run_sql\",\"args\":{\"sql\":\"\"}}","timestamp":""},{"id":"",`,
    String.raw`"type":"tool_result","content":"{\"tool_call_id\":\"call_\",\"tool\":\"run_sql\",\"status\":\"success\",`,
    String.raw`\"duration_ms\":1,\"summary\":\"1 row\",\"result\":{\"sql\":\"SELECT count(*) AS \",\"dialect\":\"sqlite\",`,
    String.raw`\"dialects\":\"mysqlpostgres\",\"columns\":[{\"name\":\"\",\"type\":\"text\"},{\"name\":\"\",`,
    String.raw`\"type\":\"integer\"},{\"name\":\"\",\"type\":\"number\"}],\"preview_rows\":[[1]],\"row_count\":1,`,
    String.raw`\"truncated\":false,\"saved_query_id\":null},\"error\":null}","timestamp":""}],"state":{"version":1,`,
    String.raw`"subject":"","outputs":[{"expression":{"kind":"column","table":"","column":""},"name":""}],"all_columns":false,`,
    String.raw`"distinct":false,"where":[{"kind":"compare","left":{"kind":"aggregate","fn":"count","of":null,"distinct":false,`,
    String.raw`"table":""},"op":"=","right":""}],"groups":[],"having":[],"order":[],"limit":null,"joins":[],"via":[""],`,
    String.raw`"combine":null},"receipt":{"receipt":{"id":"","asked_at":"","integration_id":"","sql":[{"sql":"",`,
    String.raw`"parameters":[],"result_hash":"","row_count":1}],"schema_hash":"","definitions_hash":"",`,
    String.raw`"rule_versions":[{"id":"","version":""}],"memory_versions":[{"id":"","version":""}],"model_id":"",`,
    String.raw`"prompt_version":"7","answer_hash":"","signature":"","key_id":""},"question_id":"","tables":[{"id":"",`,
    String.raw`"version":""}],"saved_queries":[],"definitions":[],"statements":[{"source":"integration","row_limit":1000}],`,
    String.raw`"is_guided":true},"metadata":{"model_id":"","follow_ups":["How has that changed over time?",""],`,
    String.raw`"interpretation":"","assumptions":[],"left_out":[],"confidence":null,`,
    String.raw`"sql":[{"sql":"SELECT FROM WHERE GROUP BY ORDER BY","dialect":"postgres","integration_id":"","tables":[""],`,
    String.raw`"row_count":1,"truncated":false,"duration_ms":1,"saved_query_id":null,"visualization_id":"","period":null}],`,
    String.raw`"period":null,"verification":{"status":"not_applicable","statuses":"grounded","numbers":[]},`,
    String.raw`"numbers":[{"text":"","source":{"visualization_id":"","sql_index":0,"row":0,"column":""}}],`,
    String.raw`"usage":{"input_tokens":1,"output_tokens":1,"rows":1,"duration_ms":1,"cost_usd":null},`,
    String.raw`"visualizations":[{"id":"","type":"chart","title":"","chart_type":"bar","data":{"values":[{"label":"",`,
    String.raw`"value":1}]},"table_id":""},{"id":"","type":"table","headers":[""],"rows":[[""]],"columns":[{"name":"",`,
    String.raw`"type":"integer"}],"row_count":1,"truncated":false,"csv_url":"/v1/chats/"}],"rows_path":["/visualizations/",`,
    String.raw`"/rows.csv"],"receipt_id":""}}`,
  ].join(""),
);

/** What a message keeps, as short as it gets. */
export const deflatedTexts = (text: string): Uint8Array => deflated(text, dictionary);
export const inflatedTexts = (bytes: Uint8Array): string => inflated(bytes, dictionary);
