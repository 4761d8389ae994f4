import { type Case, change, type Name } from "./case.ts";

const queues: Name = "queues: one turn a message, thrice, then the consumer of dead letters";
const times: Name = "times fit into each other";
const once: Name =
  "turns of a socket are tried once, by the very version that is invoked, and one that is given up is ended";
const unrepeated: Name = "a sweep that failed is not repeated: the next minute comes";

/** What runs behind requests: queues, events, the schedule, and how their times fit. */
export const backgroundCases: Case[] = [
  ["one failing turn takes nine others with it", change("queue.ts", "batchSize: 1,", "batchSize: 10,"), queues],
  ["a whole batch comes again", change("queue.ts", `functionResponseTypes: ["ReportBatchItemFailures"],`, ""), queues],
  [
    "dead letters have no consumer",
    change("queue.ts", "eventSourceArn: deadLetters.arn", "eventSourceArn: queue.arn"),
    queues,
  ],
  [
    "AWS refuses the queue's consumer",
    change("queue-resources.ts", "${turnQueueSettings.visibilitySeconds} seconds", "14 minutes"),
    times,
  ],
  [
    "a failed message has its end after hours",
    change("queue-resources.ts", "${turnQueueSettings.visibilitySeconds} seconds", "90 minutes"),
    times,
  ],
  ["Lambda ends a turn before its deadline", change("timing.ts", "15 * 60", "9 * 60"), times],
  ["a function outlives its gateway", change("defaults.ts", `"29 seconds"`, `"40 seconds"`), times],
  ["sweeps overlap", change("sweeper.ts", `timeout: "1 minute"`, `timeout: "5 minutes"`), times],
  ["an event is tried twice", change("lambda.ts", "maximumRetryAttempts: 0,", "maximumRetryAttempts: 2,"), once],
  ["an event waits for hours", change("lambda.ts", "maximumEventAgeInSeconds: 60,", ""), once],
  ["a turn that was given up is not reported", change("socket.ts", ", givenUpTo: deadLetters.arn", ""), once],
  ["Lambda may not tell the dead letters", change("socket.ts", "...onDeadLetters(),", ""), once],
  [
    "the settings of events are those of code that is not invoked",
    change("lambda.ts", "provisioned > 0 && { qualifier: nodes.function.version }", `{ qualifier: "1" }`),
    once,
  ],
  ["a sweep is repeated beside the next", change("sweeper.ts", `invokedOnce("Sweeper", sweeper);`, ""), unrepeated],
  [
    "the queue's worker is invoked for sockets",
    change(
      "socket.ts",
      "const target = invokedAs(socketWorker, provisioned);",
      "const target = socketApi.managementEndpoint;",
    ),
    once,
  ],
];
