import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, by what their paths begin with; a suite that ends with one of them leaves a core idle. */
const LONG = [
  "tests/walls/corpus",
  "tests/walls/neighbours",
  "tests/local/start",
  "tests/datasource/ceilings",
  "tests/contract/documented-answers",
  "tests/reliability/reliability",
  "tests/contract/isolation",
  "tests/datasource/postgres",
  "tests/newcomer/questions",
];

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const place = LONG.findIndex((path) => moduleId.includes(`/${path}`));
  const rank = place === -1 ? LONG.length : place;
  // A worker goes on to the next file only while that shares its process, too.
  return project.config.isolate ? rank : rank + LONG.length + 1;
};

/** Runs files with a process of their own first, and of each kind the longest first, so that the workers end together. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}
