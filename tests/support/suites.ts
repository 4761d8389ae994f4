/**
 * Test files that need a process of their own; all others share one for each worker. These change the environment for
 * good, call the service's entries beside the gateway, measure the process, or stand in for a browser's page.
 */
export const ownProcess = [
  "tests/client/react.test.ts",
  "tests/contract/{entries,fuzz,linked-secrets}.test.ts",
  "tests/local/cloud.test.ts",
];

/** `npm run test:published`: what others take from here, proved with the tools of others. */
export const published = [
  "tests/client/readme.test.ts",
  "tests/client-package/*.test.ts",
  "tests/console/vega-lite/*.test.ts",
  "tests/contract/documented-answers.test.ts",
  "tests/documents/*.test.ts",
  "tests/examples/*.test.ts",
  "tests/local/console-build.test.ts",
  "tests/typescript-5.4/*.test.ts",
];

/** `npm run test:start`: the demo that `npm start` makes, what it answers, and its process, which is killed at any moment, started again and forgotten; what it logs of all that can be sent to it; the command line beside it, and beside a stage. */
export const starts = [
  "tests/agent/demo-questions.test.ts",
  "tests/demo/{load,seed,warehouse}.test.ts",
  "tests/local/{restart,start}.test.ts",
  "tests/local/logs/logs.test.ts",
  "tests/operator/{ask,deployment}.test.ts",
];

/** A part of `npm run reliability`: workers that die before and after each of their calls. */
export const killedWorkers = ["tests/reliability/{documents,evaluations,introspections}.test.ts"];

/** `npm run test:walls`: what is small and heavy, or huge. Each file has a process of its own, as memory is measured. */
export const walls = [
  "tests/analyst/{large-project,model-floods}.test.ts",
  "tests/audio/memory.test.ts",
  "tests/contract/{large-chats-read,large-tables,purge,remembered-schemas}.test.ts",
  "tests/datasource/{ceilings,guard-depth}.test.ts",
  "tests/turns/any-size.test.ts",
  "tests/walls/*.test.ts",
];

/** `npm run test:whole`: files of which `npm test` tries a sample of the cases (see `sampled.ts`). */
export const sampledFiles = [
  "tests/analyst/event-joiner.test.ts",
  "tests/analyst/grounding/{corpus,lookups}.test.ts",
  "tests/analyst/injections/injections.test.ts",
  "tests/analyst/plain-markdown.test.ts",
  "tests/audio/multipart.test.ts",
  "tests/client/ends.test.ts",
  "tests/console/{charts,markdown-blocks}.test.ts",
  "tests/contract/{forged-tokens,isolation,lone-surrogates}.test.ts",
  "tests/datasource/lexer.test.ts",
  "tests/turns/csv.test.ts",
];
