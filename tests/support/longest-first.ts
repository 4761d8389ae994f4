import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, by what their paths begin with; a suite that ends with one of them leaves a core idle. */
const LONG = [
  "tests/walls/corpus",
  "tests/datasource/ceilings",
  "tests/walls/neighbours",
  "tests/local/restart",
  "tests/reliability/reliability",
  "tests/local/start",
  "tests/datasource/introspection-bounds",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((path) => moduleId.includes(`/${path}`));
  return place === -1 ? LONG.length : place;
};

/** Runs the longest files first, so that the workers end together. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}
