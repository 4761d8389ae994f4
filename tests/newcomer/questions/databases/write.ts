import { join } from "node:path";
import type { Dataset } from "@parley/local/demo/dataset";
import { writeSqlite } from "@parley/local/demo/sqlite-file";
import { makeCouriers } from "./couriers/couriers.ts";
import { writeDemo } from "./demo.ts";
import { makeGym } from "./gym/gym.ts";
import { makeSchool } from "./school/school.ts";
import { makeSoftware } from "./software/software.ts";
import { makeVets } from "./vets/vets.ts";

/** The day the questions are asked on (UTC), which "last month" and "this year" mean; the data ends the day before. */
export const ASKED_ON = new Date("2025-11-20T09:30:00Z");

/** The databases that were made for the questions, by name. */
export const MADE: Readonly<Record<string, () => Dataset>> = {
  vets: makeVets,
  gym: makeGym,
  school: makeSchool,
  couriers: makeCouriers,
  software: makeSoftware,
};

/** Writes every database the questions are about into an empty directory, as `<db>.sqlite`. */
export function writeDatabases(directory: string): void {
  writeDemo(directory, ASKED_ON);
  for (const [name, make] of Object.entries(MADE)) writeSqlite(join(directory, `${name}.sqlite`), make());
}
