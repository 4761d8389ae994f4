import { metric } from "../../../packages/core/src/observe/metrics.ts";
import { countEnding, type Ending } from "../../../packages/core/src/turn/endings.ts";
import type { TurnRecord } from "../../../packages/core/src/turn/record.ts";
import type { Graph } from "../evaluate.ts";
import { named, text } from "../graph.ts";
import { emitted } from "./emitted.ts";
import type { Point } from "./evaluator.ts";

/** What an alarm is fed: courses of two hours in which it has to fire, and in which it must not. */
export interface Courses {
  fires: Record<string, Point[]>;
  quiet: Record<string, Point[]>;
}

const minute = 60;
/** Seconds that a course lasts: all that happens in it has ended before the last third. */
export const courseSeconds = 120 * minute;

const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

type Status = Ending["status"];

/** The metrics of the service itself, written by its own code. */
function ofService(stage: string) {
  const at = (second: number, work: () => void) => emitted(stage, second, work);
  const ending = (status: Status) => ({ status, error: { code: "MODEL_UNAVAILABLE" } }) as unknown as Ending;
  return {
    ended: (second: number, status: Status, times = 1) =>
      at(second, () => {
        for (let time = 0; time < times; time++) countEnding({ route: "durable" } as TurnRecord, ending(status));
      }),
    deadLetter: (second: number) => at(second, () => metric("DeadLetters", 1)),
    swept: (second: number) => at(second, () => metric("SweepCompleted", 1)),
    claimed: (second: number, waited: number) => at(second, () => metric("QueuedTurnAge", waited)),
    began: (second: number, after: number) => at(second, () => metric("TimeToFirstEvent", after, { route: "stream" })),
  };
}

/** A metric of AWS, with a value for each minute of the course. */
const ofAws =
  (namespace: string, dimensions: Record<string, string>) =>
  (metricName: string, valueIn: (minute: number) => number, until = 120): Point[] =>
    minutes(0, until).map((at) => ({ namespace, metricName, dimensions, at: at * minute + 1, value: valueIn(at) }));

const between = (from: number, to: number, value: number) => (at: number) => (at >= from && at < to ? value : 0);

/** Faults that a gateway or Lambda counts: more than five a minute, for more than a minute. */
const faults = (count: (valueIn: (minute: number) => number) => Point[]): Courses => ({
  fires: { "ten a minute for five minutes": count(between(20, 25, 10)) },
  quiet: {
    nothing: [],
    "one a minute, always": count(() => 1),
    "fifty in one minute": count(between(20, 21, 50)),
  },
});

/** A queue's depth: messages that wait, and messages in flight. */
const depth = (queue: ReturnType<typeof ofAws>, waiting: (at: number) => number, taken: (at: number) => number) => [
  ...queue("ApproximateNumberOfMessagesVisible", waiting),
  ...queue("ApproximateNumberOfMessagesNotVisible", taken),
];

/** Answers that begin, `perPeriod` in five minutes, of which a share is slow. */
function beginnings(own: ReturnType<typeof ofService>, perPeriod: number, slow: (position: number) => boolean) {
  const count = perPeriod * 8;
  return Array.from({ length: count }, (_, at) => own.began((at * 300) / perPeriod, slow(at) ? 3_000 : 400)).flat();
}

/** What emits the metrics of the alarms: the service itself, its queues and what AWS runs for it. */
interface Sources {
  own: ReturnType<typeof ofService>;
  turns: Metrics;
  dead: Metrics;
  lambda: Metrics;
  http: Metrics;
  socket: Metrics;
  stream: Metrics;
  table: Metrics;
}
type Metrics = ReturnType<typeof ofAws>;

/** The courses of each alarm, by its name. An alarm that is not here is not proved, and its check fails. */
export function coursesOf(graph: Graph): Record<string, Courses> {
  const sources = sourcesOf(graph);
  return {
    ...queueCourses(sources),
    ...turnCourses(sources),
    ...functionCourses(sources),
    ...edgeCourses(sources),
  };
}

function sourcesOf(graph: Graph): Sources {
  const { stage } = graph.app;
  const queueNamed = (name: string) =>
    ofAws("AWS/SQS", { QueueName: text(named(graph, "sqs/queue:Queue", name), "name") });
  const restName = text(named(graph, "apigateway/restApi:RestApi", "StreamApiApi"), "name");
  return {
    own: ofService(stage),
    turns: queueNamed("TurnQueue"),
    dead: queueNamed("DeadLettersQueue"),
    lambda: ofAws("AWS/Lambda", {}),
    http: ofAws("AWS/ApiGateway", { ApiId: "httpapiapi" }),
    socket: ofAws("AWS/ApiGateway", { ApiId: "socketapiapi" }),
    stream: ofAws("AWS/ApiGateway", { ApiName: restName, Stage: stage }),
    table: ofAws("AWS/DynamoDB", {
      TableName: text(named(graph, "dynamodb/table:Table", "MainTableTable"), "name"),
    }),
  };
}

/** What happens in each minute of a span. */
const during = (from: number, to: number, of: (at: number) => Point[]) => minutes(from, to).flatMap(of);

/** Queued turns and messages that died. */
function queueCourses({ own, turns, dead }: Sources): Record<string, Courses> {
  return {
    DeadLetters: {
      fires: { "one dead letter": own.deadLetter(20 * minute) },
      quiet: { nothing: [], "turns that fail as turns do": during(0, 60, (at) => own.ended(at * minute, "failed", 3)) },
    },
    DeadLettersLeft: {
      fires: {
        "a message that its consumer fails every six minutes": depth(
          dead,
          (at) => Number(at >= 20 && at < 60 && at % 6 === 0),
          (at) => Number(at >= 20 && at < 60 && at % 6 !== 0),
        ),
        "messages that are not consumed": depth(dead, between(20, 60, 4), between(0, 0, 0)),
      },
      quiet: {
        nothing: [],
        "a message every ten minutes, settled at once": depth(
          dead,
          (at) => Number(at % 10 === 0),
          (at) => Number(at % 10 === 1),
        ),
      },
    },
    QueuedTurnsWait: {
      fires: { "a minute and a half for everybody": during(20, 30, (at) => own.claimed(at * minute, 90_000)) },
      quiet: {
        nothing: [],
        "one that was lost and found": own.claimed(20 * minute, 95_000),
        "one in twenty each minute": during(0, 60, (at) => [
          ...own.claimed(at * minute, 300_000),
          ...minutes(0, 19).flatMap(() => own.claimed(at * minute, 40)),
        ]),
      },
    },
    QueueStands: {
      fires: { "messages wait and none is taken": depth(turns, between(20, 50, 3), between(0, 0, 0)) },
      quiet: {
        nothing: [],
        "as many as may run do, and more wait": depth(turns, between(20, 60, 50), between(20, 60, 100)),
        "a message that fails three times": depth(
          turns,
          (at) => Number([20, 36, 52].includes(at)),
          (at) => Number(at > 20 && at < 68 && ![36, 52].includes(at)),
        ),
      },
    },
  };
}

/** How turns end, and how soon their answers begin. */
function turnCourses({ own }: Sources): Record<string, Courses> {
  return {
    TurnsFail: {
      fires: {
        "one in four of many": during(20, 35, (at) => [
          ...own.ended(at * minute, "failed", 3),
          ...own.ended(at * minute, "completed", 9),
        ]),
      },
      quiet: {
        nothing: [],
        "half of ten": during(20, 60, (at) => own.ended(at * minute, at % 2 ? "failed" : "completed")),
        "one in a hundred": during(20, 60, (at) => [
          ...own.ended(at * minute, "failed"),
          ...own.ended(at * minute, "completed", 99),
        ]),
      },
    },
    NothingSucceeds: {
      fires: {
        "a failure every four minutes, and nothing else": during(20, 60, (at) =>
          at % 4 ? [] : own.ended(at * minute, "failed"),
        ),
        "failures among people who gave up": during(20, 60, (at) =>
          own.ended(at * minute, at % 4 ? "cancelled" : "failed"),
        ),
      },
      quiet: {
        nothing: [],
        "one failure in the night": own.ended(20 * minute, "failed"),
        "people who gave up": during(20, 60, (at) => own.ended(at * minute, "cancelled")),
        "a failure every four minutes, an answer every ten": during(0, 80, (at) => [
          ...(at % 4 ? [] : own.ended(at * minute, "failed")),
          ...(at % 10 ? [] : own.ended(at * minute, "completed")),
        ]),
      },
    },
    FirstEventIsSlow: {
      fires: { "two in a hundred of many": beginnings(own, 1_500, (at) => at % 50 === 0) },
      quiet: {
        nothing: [],
        "one in twenty of few": beginnings(own, 40, (at) => at % 20 === 0),
        "one in two hundred of many": beginnings(own, 1_500, (at) => at % 200 === 0),
      },
    },
    MostFirstEventsAreSlow: {
      fires: { "two in three of thirty": beginnings(own, 30, (at) => at % 3 !== 0) },
      quiet: {
        nothing: [],
        "one in three of thirty": beginnings(own, 30, (at) => at % 3 === 0),
        "a handful, all of them": beginnings(own, 5, () => true),
      },
    },
  };
}

/** Functions, and the sweeper among them. */
function functionCourses({ own, lambda }: Sources): Record<string, Courses> {
  return {
    FunctionsThrottled: {
      fires: { "five a minute for five minutes": lambda("Throttles", between(20, 25, 5)) },
      quiet: { nothing: [], "a burst within a minute": lambda("Throttles", between(20, 21, 40)) },
    },
    FunctionErrors: faults((valueIn) => lambda("Errors", valueIn)),
    SweeperStands: {
      fires: {
        "it throws each minute from the thirtieth on": minutes(-10, 30).flatMap((at) => own.swept(at * minute + 7)),
        "it never ran": [],
      },
      quiet: {
        "each minute, now early, now late": minutes(-10, 121).flatMap((at) =>
          own.swept(at * minute + (((at + 10) * 37) % 55)),
        ),
        "one in four fails": minutes(-10, 121).flatMap((at) => (at % 4 ? own.swept(at * minute + 7) : [])),
      },
    },
  };
}

/** The gateways and the table. */
function edgeCourses({ http, stream, socket, table }: Sources): Record<string, Courses> {
  return {
    HttpFaults: faults((valueIn) => http("5xx", valueIn)),
    StreamFaults: faults((valueIn) => stream("5XXError", valueIn)),
    SocketFaults: {
      ...faults((valueIn) => socket("IntegrationError", valueIn)),
      fires: {
        "the function's faults": socket("IntegrationError", between(20, 25, 10)),
        "the gateway's own": socket("ExecutionError", between(20, 25, 10)),
        "some of each": [
          ...socket("IntegrationError", between(20, 25, 4)),
          ...socket("ExecutionError", between(20, 25, 4)),
        ],
      },
    },
    TableThrottled: {
      fires: {
        reads: table("ReadThrottleEvents", between(20, 25, 30)),
        writes: table("WriteThrottleEvents", between(20, 25, 30)),
      },
      quiet: { nothing: [], "a few": table("WriteThrottleEvents", () => 5) },
    },
  };
}
