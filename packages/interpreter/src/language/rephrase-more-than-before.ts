import { fell, figure, rose, things } from "./rephrase-growth.ts";

/** What went up, and what went down, by the word for what they had of it. */
const ways = [
  [`(?:${rose}|growing|rising|increasing|improving|going up|up|on the up)`, "more"],
  [`(?:${fell}|shrinking|falling|dropping|declining|decreasing|slipping|going down|down)`, "less"],
] as const;

const month =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
/** A time as it is said behind what changed, and the same with the one before it. */
const times = [
  [" (?:in |during )?this (year|month|quarter|week)", "this $$ than the same period last $$"],
  [" (?:in |during )?last (year|month|quarter|week)", "last $$ than the $$ before"],
  [" (?:in|during) ((?:19|20)\\d\\d)", "in $$ than the year before"],
  [` (?:in|during) ((?:${month})(?: (?:19|20)\\d\\d)?)`, "in $$ than the month before"],
  [" (?:in|during) (q[1-4](?: (?:19|20)\\d\\d)?)", "in $$ than the quarter before"],
  ["()", "this year than the same period last year"],
] as const;
const BESIDE =
  "(?:,? (?:compared (?:to|with)|versus|vs\\.?|over|from|on|against|than) (?:the )?(?:last|previous|year|month|quarter|week|(?:19|20)\\d\\d)[a-z ]*)?";
const atEnd = "(?=\\s*[?.!]*\\s*$)";
const asked = "(?:(?:which|what) (?:of (?:the|our) )?|(?:list|show|find)(?: me)? (?:the |all |our )*)?";

/** The time of an answer, whose words stand in the group of that number. */
const told = (time: string, group: number): string => time.replaceAll("$$", () => `$${group}`);

/** Those of several of which there was more, or less, than in the time before: "which categories grew in 2024". */
const changed = ways.flatMap(([moved, more]) =>
  times.flatMap(
    ([said, time]) =>
      [
        // "which countries lost revenue last month"
        [
          new RegExp(
            `^(?:which|what) (?:of (?:the|our) )?${things} (?:have |has |had )?${more === "more" ? "gained" : "lost"} ((?:total )?(?:revenue|sales|turnover|income|profit|orders|bookings|business))${said}${BESIDE}${atEnd}`,
            "i",
          ),
          `which $1 had ${more} $2 ${told(time, 3)}`,
        ],
        // "customers whose orders increased this year"
        [
          new RegExp(
            `^${asked}${things} (?:whose|where(?: the)?) ${figure} (?:have |has |had |are |is |were |was )?${moved}${said}${BESIDE}${atEnd}`,
            "i",
          ),
          `which $1 had ${more} $2 ${told(time, 3)}`,
        ],
        // "which categories declined in sales last month"
        [
          new RegExp(
            `^(?:which|what) (?:of (?:the|our) )?${things} (?:have |has |had |are |is )?${moved} (?:in|by)(?: terms of)? ${figure}${said}${BESIDE}${atEnd}`,
            "i",
          ),
          `which $1 had ${more} $2 ${told(time, 3)}`,
        ],
        // "which categories grew in 2024"
        [
          new RegExp(
            `^(?:which|what) (?:of (?:the|our) )?${things} (?:have |has |had |are |is )?${said === "()" ? "(?!growing\\b)" : ""}${moved}${said}${BESIDE}${atEnd}`,
            "i",
          ),
          `which $1 had ${more} revenue ${told(time, 2)}`,
        ],
        // "are any categories shrinking"
        [
          new RegExp(`^(?:are|have|did) any (?:of (?:the|our) )?${things} ${moved}${said}${BESIDE}${atEnd}`, "i"),
          `which $1 had ${more} revenue ${told(time, 2)}`,
        ],
      ] as const,
  ),
);

/** What was said without the time before it, and other words for more and less. */
export const moreThanBeforePhrases: readonly (readonly [RegExp, string])[] = [
  ...changed,
  // "which countries had fewer orders this month"
  ...times
    .slice(0, 5)
    .map(([said, time]): readonly [RegExp, string] => [
      new RegExp(
        `^((?:which|what) (?:of (?:the|our) )?[a-z]+(?: [a-z]+)? (?:have |has )?had (?:more|fewer|less)) ${figure}${said}${atEnd}`,
        "i",
      ),
      `$1 $2 ${told(time, 3)}`,
    ]),
  // "higher revenue this year than last year"
  ...[["higher", "more"] as const, ["lower", "less"] as const].map(([said, more]): readonly [RegExp, string] => [
    new RegExp(
      `\\b(had|has|have|with) (?:a )?${said} ((?:total )?(?:revenue|sales|turnover|income|profit|spending|spend)) (?=(?:in|this|last|during) .* than\\b)`,
      "i",
    ),
    `$1 ${more} $2 `,
  ]),
  [/\b(sold|sells?) better(?= (?:in|this|last|during) .*\bthan (?:in|this|last|during|the)\b)/i, "$1 more"],
  [/\b(sold|sells?) worse(?= (?:in|this|last|during) .*\bthan (?:in|this|last|during|the)\b)/i, "$1 less"],
  // "which products are selling less than last year"
  [
    /^((?:which|what) (?:of (?:the|our) )?[a-z]+(?: [a-z]+)?) (?:are|is) (?:selling|sold) (more|less|better|worse) than (?:the )?last (year|month|quarter|week)(?=\s*[?.!]*\s*$)/i,
    "$1 sold $2 this $3 than the same period last $3",
  ],
  [
    /^((?:which|what) (?:of (?:the|our) )?[a-z]+(?: [a-z]+)?) (?:are|is) (?:buying|ordering|spending|purchasing) (more|less) than (?:the )?last (year|month|quarter|week)(?=\s*[?.!]*\s*$)/i,
    "$1 bought $2 this $3 than the same period last $3",
  ],
];
