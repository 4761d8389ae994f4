import { type Case, change, type Name } from "./case.ts";

const sameTable: Name = "the table is the local one";
const survives: Name = "data survives mistakes, but on a stage that is made to be thrown away";
const tidy: Name = "the bucket is private, encrypted and tidy";

/** What is kept: the table and the bucket. */
export const storageCases: Case[] = [
  ["the index holds other attributes", change("table.ts", `projection: "keys-only"`, `projection: "all"`), sameTable],
  ["items never expire", change("table.ts", "ttl: ttlAttribute,", ""), sameTable],
  [
    "a tenant's data is disposable",
    change("stages.ts", "production: {}", "production: disposable"),
    survives,
    "production",
  ],
  [
    "the table cannot be restored",
    change("table.ts", "serverSideEncryption", "pointInTimeRecovery: { enabled: false }, serverSideEncryption"),
    survives,
  ],
  [
    "the bucket is emptied on removal",
    change("files.ts", "args.forceDestroy = settings.disposable;", ""),
    survives,
    "production",
  ],
  [
    "old versions are kept for ever",
    change("files.ts", "noncurrentVersionExpiration: { noncurrentDays: 30 }", ""),
    tidy,
  ],
  [
    "everything expires",
    change("files.ts", "noncurrentVersionExpiration: { noncurrentDays: 30 }", "expiration: { days: 30 }"),
    tidy,
  ],
];
