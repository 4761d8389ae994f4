/**
 * Writes the databases of the questions as SQLite files.
 * node tests/newcomer/questions/databases.ts DIRECTORY
 */
import { mkdirSync } from "node:fs";
import { writeDatabases } from "./databases/write.ts";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Which directory? node tests/newcomer/questions/databases.ts DIRECTORY");
mkdirSync(directory, { recursive: true });
writeDatabases(directory);
