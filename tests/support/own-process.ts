/**
 * Test files that need a process of their own; all others share one for each worker. These start the whole local cloud
 * in it (its functions read their environment once), change the environment, or measure the process.
 */
export const ownProcess = [
  "tests/{agent,local,turns,walls}/**/*.test.ts",
  "tests/analyst/{large-project,model-floods}.test.ts",
  "tests/audio/memory.test.ts",
  "tests/contract/{debug-ids,entries,fuzz-found,fuzz-frames,fuzz-requests,gateway,large-tables,linked-secrets}.test.ts",
  "tests/operator/{ask,deployment}.test.ts",
  "tests/reliability/routes.test.ts",
  "tests/socket/socket.test.ts",
];
