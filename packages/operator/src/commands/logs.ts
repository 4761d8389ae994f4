import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Command, CommandError, type Given, UsageError, wholeNumber } from "../command.ts";
import { isStage, localDirectory } from "../deployment.ts";

const LINES = 100;

/** The local cloud's log, the part before the newest first: `….1`, where there is one. */
async function localLines(): Promise<string[]> {
  const file = join(localDirectory(), "logs", "service.log");
  const [older, newer] = await Promise.all(
    [`${file}.1`, file].map((path) => readFile(path, "utf8").catch(() => undefined)),
  );
  if (newer === undefined)
    throw new CommandError("NO_LOG", `There is no log here: ${file} cannot be read.`, {
      hint: "`npm start` keeps one. It has nothing to say where nothing goes wrong; LOG_LEVEL=info npm start says more.",
    });
  return `${older ?? ""}${newer}`.split("\n").filter((line) => line !== "");
}

/** Text within a query of CloudWatch Logs Insights, in double quotes. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** What to paste: the console's query, and the same for the command line of AWS. */
async function stageQuery(lines: number, find: string | undefined) {
  const { linkedOptional } = await import("@parley/core/environment/environment");
  const [name, stage] = [linkedOptional("App", "name") ?? "parley", linkedOptional("App", "stage") ?? "STAGE"];
  const region = process.env["AWS_REGION"] ?? "us-east-1";
  const filter = find === undefined ? 'level in ["warn", "error"]' : `@message like ${quoted(find)}`;
  const query = `fields @timestamp, @log, @message | filter ${filter} | sort @timestamp desc | limit ${lines}`;
  const groups = `/aws/lambda/${name}-${stage}-`;
  const source = `SOURCE logGroups(namePrefix: [${quoted(groups)}]) | ${query}`;
  const shell = `'${source.replaceAll("'", "'\\''")}'`;
  return {
    console: `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:logs-insights`,
    log_groups: `${groups}*`,
    query,
    start: `aws logs start-query --region ${region} --start-time $(($(date +%s) - 3600)) --end-time $(date +%s) --query-string ${shell}`,
    results: `aws logs get-query-results --region ${region} --query-id QUERY_ID`,
  };
}

const asJson = (line: string): unknown => {
  const [, time = "", rest = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
  try {
    return { time, ...(JSON.parse(rest) as object) };
  } catch {
    return { time, message: rest };
  }
};

/** What the service logged. */
export const logsCommand: Command = {
  name: "logs",
  summary: "Show the last lines of this machine's log; of a stage print the query of CloudWatch Logs Insights",
  options: {
    find: { help: "Only lines with this text, such as the debug id of an error" },
    lines: { help: `How many lines; ${LINES} by default` },
  },
  example: "logs --find DEBUG_ID",
  async standalone(given: Given) {
    const lines = wholeNumber(given, "lines", LINES);
    if (lines < 1) throw new UsageError("--lines takes 1 or more");
    const find = given.optional("find");
    if (isStage()) return stageQuery(lines, find);
    const found = (await localLines()).filter((line) => find === undefined || line.includes(find)).slice(-lines);
    if (given.json) return found.map(asJson);
    return found.length === 0 ? "(none)" : found.join("\n");
  },
};
