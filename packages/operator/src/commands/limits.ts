import { type ConsumptionLimit, consumptionLimits, turnsPerMinuteMax } from "@parley/contract/limits";
import * as Consumption from "@parley/core/ledger/organization";
import { type Command, type Given, organizationOf, organizationOption, UsageError } from "../command.ts";

/** What each limit counts, for whoever sets it. */
const meanings: Record<ConsumptionLimit, string> = {
  member_turns_per_minute: `Messages and edits of a member within a minute, 1 to ${turnsPerMinuteMax}`,
  member_model_calls_per_day: "Calls of a member's turns to a model",
  member_tokens_per_day: "Tokens that models read and write for a member",
  member_dollars_per_day: "What models cost for a member, where their prices are known",
  member_sql_seconds_per_day: "Seconds of SQL that a member's turns run",
  member_upload_bytes_per_day: "Bytes that a member uploads",
  member_audio_bytes_per_day: "Bytes of clips that a member has transcribed",
  member_streams: "Answers that stream to a member at once",
  member_waits: "Requests of a member that wait for a turn at once",
  member_replays: "Replays of events that a member reads at once",
  model_calls_per_day: "Calls to a model, of all members together",
  tokens_per_day: "Tokens, of all members together",
  dollars_per_day: "Dollars, of all members together",
  sql_seconds_per_day: "Seconds of SQL, of all members together",
  upload_bytes_per_day: "Bytes uploaded, of all members together",
  audio_bytes_per_day: "Bytes transcribed, of all members together",
};

// The names are those of the record.
const names = Object.keys(meanings) as ConsumptionLimit[];
const optionOf = (name: ConsumptionLimit) => name.replaceAll("_", "-");
const inWords = (limit: number | null) => (limit === null ? "no limit" : String(limit));

/** A limit as it was given: a number, `none` for no limit, `default` for what every organization has. */
function limitOf(given: Given, name: ConsumptionLimit): number | null | undefined {
  const text = given.text(optionOf(name));
  if (text === "default") return undefined;
  const isRate = name === "member_turns_per_minute";
  if (text === "none" && !isRate) return null;
  const value = Number(text);
  const isFitting = isRate ? value >= 1 && value <= turnsPerMinuteMax : value <= Number.MAX_SAFE_INTEGER / 1e6;
  if (!/^\d+$/.test(text) || !isFitting) {
    const range = isRate ? `a whole number from 1 to ${turnsPerMinuteMax}` : "a whole number, `none`";
    throw new UsageError(`--${optionOf(name)} takes ${range} or \`default\``);
  }
  return value;
}

/** The limits of consumption: shows them with what is used today, and changes those that are given. */
export const limitsCommand: Command = {
  name: "organization limits",
  summary: "Show or set what an organization and its members may use, and what is used today (UTC)",
  options: {
    organization: organizationOption,
    ...Object.fromEntries(
      names.map((name) => [
        optionOf(name),
        { help: `${meanings[name]} (number, none or default; default: ${inWords(consumptionLimits[name])})` },
      ]),
    ),
  },
  example: "organization limits --organization ID --tokens-per-day 50000000 --member-dollars-per-day 20",
  async run(deployment, given) {
    const ctx = await organizationOf(deployment, given);
    const changed = names.filter((name) => given.optional(optionOf(name)) !== undefined);
    const changes = Object.fromEntries(changed.map((name) => [name, limitOf(given, name)]));
    if (changed.length > 0) await Consumption.setLimits(ctx, changes);
    const { day, limits } = await Consumption.statement(ctx);
    if (given.json) return { day, limits };
    return names.map((name) => {
      const { limit, is_default, used } = limits[name];
      return {
        limit: name,
        value: `${inWords(limit)}${is_default ? "" : " (set)"}`,
        [`used ${day}`]: used === undefined ? "" : String(Math.round(used * 100) / 100),
      };
    });
  },
};
