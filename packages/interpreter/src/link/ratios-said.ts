import { amountColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import { plural } from "../language/words.ts";

/** A ratio in the words that say of what it is one, and what is told of it. */
interface RatioSaid {
  text: string;
  assumption: string | null;
}

/** "how full is each class", "loss ratio by product", "refunds divided by orders": as "the ratio of … to …". Null for other questions. */
export const ratioSaid = (text: string, catalog: Catalog): RatioSaid | null =>
  howFull(text, catalog) ?? lossRatio(text, catalog) ?? divided(text);

const HOW_FULL =
  /^how (?:full|booked up|well filled) (?:is|are|was|were) (?<which>(?:each |every |all |the |our )*)(?<things>[a-z]+(?: [a-z]+)?)(?<average> on average)?[?.!\s]*$/i;
const ROOM = /^(?:capacity|seats|places|spots|(?:max|maximum) (?:participants|attendees|guests|size|people))$/;

/** "how full is each class", of classes with a capacity to which bookings of people refer: how many there are for each place. */
function howFull(text: string, { tablesByStem, links }: Catalog): RatioSaid | null {
  const { which = "", things: said, average } = HOW_FULL.exec(text)?.groups ?? {};
  const noun = said === undefined ? undefined : stem(said.split(" ").at(-1) ?? "");
  const [things, ...others] = (tablesByStem.get(noun ?? "") ?? []).filter(
    ({ isView, stems, columns }) =>
      !isView && stems.at(-1) === noun && columns.some(({ isNumber, words }) => isNumber && ROOM.test(words.join(" "))),
  );
  if (things === undefined || others.length > 0) return null;
  const room = things.columns.find(({ isNumber, words }) => isNumber && ROOM.test(words.join(" ")));
  const isOfPeople = (table: CatalogTable) =>
    links.some(({ from, to }) => from[0]?.table === table && to[0] !== undefined && isPerson(to[0].table));
  const [taken, ...more] = new Set(
    links.flatMap(({ from, to }) => {
      const table = from[0]?.table;
      return table !== undefined && to[0]?.table === things && !table.isView && isOfPeople(table) ? [table] : [];
    }),
  );
  if (room === undefined || taken === undefined || more.length > 0) return null;
  const [rows, places] = [named(taken), room.words.join(" ")];
  // "yoga classes": those alone, and all of them together on average
  const isSome = said?.includes(" ") === true && !said.split(" ").every((word) => things.stems.includes(stem(word)));
  const isTogether = isSome ? average !== undefined || !/each|every/i.test(which) : average !== undefined;
  const each = isTogether ? "" : ` by ${things.words.join(" ")}`;
  return {
    text: `ratio of ${rows} to ${places}${each}${isSome ? ` for ${said}` : ""}`,
    assumption: `How full they are is the number of ${rows} divided by the ${places}.`,
  };
}

const LOSS_RATIO =
  /^(?:(?:what(?:'s| is| was| are)|show(?: me)?|give me|calculate) )?(?:the |our )?(?:loss|claims?) ratios?\b(.*?)[?.!\s]*$/i;

/** "loss ratio by product", of claims with an amount and policies with a premium: what was claimed for each unit of premium. */
function lossRatio(text: string, { tables }: Catalog): RatioSaid | null {
  const [all, rest = ""] = LOSS_RATIO.exec(text) ?? [];
  // "ratio of losses to premiums" says it itself.
  if (all === undefined || /^ (?:of|between)\b/i.test(rest)) return null;
  const base = tables.filter(({ isView }) => !isView);
  const [claims, ...otherClaims] = base.filter(({ words }) => /^(?:claims?|losses)$/.test(words.at(-1) ?? ""));
  const premiums = base.flatMap(({ columns }) =>
    columns.filter(({ isNumber, isKey, words }) => isNumber && !isKey && words.at(-1) === "premium"),
  );
  const [premium, ...otherPremiums] = premiums;
  const amount = claims === undefined ? null : amountColumn(claims);
  if (claims === undefined || amount === null || premium === undefined) return null;
  if (otherClaims.length + otherPremiums.length > 0) return null;
  const [above, below] = [`${amount.words.join(" ")} of ${named(claims)}`, premium.words.join(" ")];
  return {
    text: `ratio of total ${above} to total ${below}${rest}`,
    assumption: `The loss ratio is the ${above} divided by the ${below}.`,
  };
}

const DIVIDED =
  /^(?:(?:what(?:'s| is| was| are)|show(?: me)?|give me|calculate) )?(.{3,80}?) (?:divided by|over the number of) (.{3,80}?)[?.!\s]*$/i;

/** "refunds divided by orders" */
function divided(text: string): RatioSaid | null {
  const [, above, below] = DIVIDED.exec(text) ?? [];
  return above === undefined || below === undefined || /\bratio\b/i.test(text)
    ? null
    : { text: `ratio of ${above} to ${below}`, assumption: null };
}

const named = ({ words }: CatalogTable): string => plural(words.join(" "));
