import { call, type Command } from "./command.ts";
import { groups } from "./commands.ts";

/** Every command in one line, grouped; of one noun where it is given. */
export function overview(noun = ""): string {
  const prefix = noun === "" ? "" : `${noun} `;
  const shown = groups
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ name }) => name.startsWith(prefix)) }))
    .filter(({ commands }) => commands.length > 0);
  const width = Math.max(...shown.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return [
    `Usage: ${call} COMMAND [--option VALUE …] [--json]`,
    ...shown.flatMap(({ title, commands }) => [
      "",
      title,
      ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    ]),
    "",
    `\`${call} COMMAND --help\` shows a command's options with an example. Secrets are read from standard input or asked for.`,
    "With --json the answer is JSON on standard output. A failure is one line of JSON on standard error, " +
      '{"error":{"code","message","hint"?}}, and the exit code is 1; 2 where the command was mistyped.',
    "Works on the local cloud that `npm start` runs in this directory, or on a stage: npx sst shell --stage STAGE -- " +
      `${call} …`,
  ].join("\n");
}

/** A command's options with an example. */
export function help({ name, summary, options, words, example }: Command): string {
  const lines = [
    ...(words ? [{ shown: words.name, help: words.help }] : []),
    ...Object.entries(options).map(([option, { help: text, required }]) => ({
      shown: `--${option}`,
      help: `${text}${required ? " (required)" : ""}`,
    })),
    { shown: "--json", help: "Print JSON" },
  ];
  const width = Math.max(...lines.map(({ shown }) => shown.length));
  const usage = Object.entries(options).map(([option, { required, flag }]) => {
    const shown = flag ? `--${option}` : `--${option} …`;
    return required ? shown : `[${shown}]`;
  });
  const examples = example.split("\n").map((line) => (line.startsWith(" ") ? line : `  ${withCall(line)}`));
  return [
    summary,
    "",
    `Usage: ${[call, name, ...usage, "[--json]", ...(words ? [words.name] : [])].join(" ")}`,
    "",
    ...lines.map(({ shown, help: text }) => `  ${shown.padEnd(width)}  ${text}`),
    "",
    ...(examples.length > 1 ? ["Examples:"] : ["Example:"]),
    ...examples,
  ].join("\n");
}

/** An example names a command alone, or what is piped into it before `| `. */
function withCall(line: string): string {
  const [piped, rest] = line.split(" | ");
  return rest === undefined ? `${call} ${line}` : `${piped} | ${call} ${rest}`;
}
