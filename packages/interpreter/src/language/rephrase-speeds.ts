const speeds: readonly (readonly [said: string, time: string])[] = [
  ["fastest|quickest|soonest", "shortest"],
  ["slowest", "longest"],
];
const things = "([a-z]+?(?: [a-z]+)??)";
const object = "((?: (?:the |our |their )?[a-z]+)?)";
/** What sells or grows fast does so in numbers. */
const verb = "((?!(?:sell|grow|rise|fall|increase|decrease|decline|shrink|change|improve|move|go)s?\\b)[a-z]{3,}?)";
const onAverage = "(?: on average)?";
const until = "(?=(?: (?:in|during|this|last|since)\\b.*)?\\s*[?.!]*\\s*$)";

/** Who or what does something the fastest: by how long it takes, which is what is kept. */
export const speedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bsells? (?:the )?(?:fastest|quickest)\b/gi, "sells best"],
  [/\bsells? (?:the )?slowest\b/gi, "sells worst"],
  ...speeds.flatMap(
    ([said, time]) =>
      [
        // "which nurse answers calls fastest"
        [
          new RegExp(
            `^(which|what) (?![a-z]+[^s]s )${things} ${verb}s${object} (?:the )?(?:${said})${onAverage}${until}`,
            "i",
          ),
          `$1 $2 takes the ${time} to $3$4`,
        ],
        // "who answers calls fastest"
        [
          new RegExp(
            `^(?:who|which of (?:us|them|the (?:staff|team))) ${verb}s ([a-z]+s) (?:the )?(?:${said})${onAverage}${until}`,
            "i",
          ),
          `which employee takes the ${time} to $1 $2`,
        ],
        // "which nurses answer calls fastest"
        [
          new RegExp(
            `^(which|what) ((?:[a-z]+ )?[a-z]{3,}s) ${verb}${object} (?:the )?(?:${said})${onAverage}${until}`,
            "i",
          ),
          `$1 $2 take the ${time} to $3$4`,
        ],
        // "which nurse is the quickest to answer calls", "… at answering calls"
        [
          new RegExp(
            `^(which|what) ${things} (?:is|are|was|were) (?:the )?(?:${said}) (?:to|at|in) ([a-z]{3,}?)(?:ing)?${object}${onAverage}${until}`,
            "i",
          ),
          `$1 $2 takes the ${time} to $3$4`,
        ],
        // "which calls are answered fastest"
        [
          new RegExp(
            `^(which|what) ${things} (?:is|are|was|were|gets?) ([a-z]{3,}ed) (?:the )?(?:${said})${onAverage}${until}`,
            "i",
          ),
          `$1 $2 takes the ${time} to $3`,
        ],
      ] as const,
  ),
];
