/** Whether each case is tried, as in `npm run test:whole`, or a sample of those that are many, as in `npm test`. */
const isWhole = process.env["CASES"] === "all";

/** How often something random is tried: `all` times, or a fifth of them. */
export const timesOf = (all: number): number => (isWhole ? all : Math.ceil(all / 5));

/** All of a few cases, or one of them: another one for each `number`. */
export const oneOf = <Case>(cases: readonly Case[], number: number): readonly Case[] =>
  isWhole ? cases : cases.filter((_, at) => at === number % cases.length);

/** All cases, or every fifth. */
export const sampled = <Case>(cases: readonly Case[]): readonly Case[] =>
  isWhole ? cases : cases.filter((_, at) => at % 5 === 0);
