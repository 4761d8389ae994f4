/**
 * Test files that need a process of their own; all others share one for each worker. These change the environment for
 * good, call the service's entries beside the gateway, measure the process, or stand in for a browser's page.
 */
export const ownProcess = [
  "tests/analyst/{large-project,model-floods}.test.ts",
  "tests/audio/memory.test.ts",
  "tests/client/react.test.ts",
  "tests/contract/{entries,fuzz,linked-secrets}.test.ts",
  "tests/local/cloud.test.ts",
  "tests/operator/ask.test.ts",
];
