import { runOperator } from "./run.ts";

process.exitCode = await runOperator(process.argv.slice(2));
