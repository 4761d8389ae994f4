/**
 * What AWS asks, in dollars, without free tiers and volume discounts: list prices of us-east-1 as they were publicly quoted
 * on the date below, not read from an account. Other regions differ by up to a fifth. Look them up before you rely on a sum.
 */
export const prices = {
  region: "us-east-1",
  date: "2026-11-20",

  /** A million invocations, and a gigabyte-second on arm64. */
  lambdaRequest: 0.2 / 1e6,
  lambdaSecond: 0.0000133334,
  /** A million requests of each kind of gateway; a WebSocket's message is 32 KB, a connection is paid by the minute. */
  httpApiRequest: 1 / 1e6,
  restApiRequest: 3.5 / 1e6,
  socketMessage: 1 / 1e6,
  socketMinute: 0.25 / 1e6,
  /** On-demand request units. */
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  queueRequest: 0.4 / 1e6,
  filePut: 0.005 / 1e3,
  fileGet: 0.0004 / 1e3,
  /** CloudFront: a request over HTTPS, its function, two reads of the key-value store, and a gigabyte to a client. */
  edgeRequest: 0.01 / 1e4,
  edgeFunction: 0.1 / 1e6,
  edgeRead: 0.03 / 1e6,
  edgeByte: 0.085 / 1024 ** 3,
  logByte: 0.5 / 1024 ** 3,
} as const;
