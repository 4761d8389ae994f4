import { join } from "node:path";
import { writeDemo } from "./demo.ts";
import { makeGym } from "./gym/gym.ts";
import { writeSqlite } from "@parley/local/demo/sqlite-file";
import { makeVets } from "./vets/vets.ts";

/** The day the questions are asked on (UTC), which "last month" and "this year" mean; the data ends the day before. */
export const ASKED_ON = new Date("2025-11-20T09:30:00Z");

/** Writes every database the questions are about into an empty directory, as `<db>.sqlite`. */
export function writeDatabases(directory: string): void {
  writeDemo(directory, ASKED_ON);
  writeSqlite(join(directory, "vets.sqlite"), makeVets());
  writeSqlite(join(directory, "gym.sqlite"), makeGym());
}
