import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";
import type { Comparison } from "../form/logical-form.ts";

/** Words that compare. */
export function comparingWords(phrases: Phrases): void {
  const comparisons: [string, Comparison, string | null][] = [
    [
      "more than,greater than,larger than,higher than,bigger than,over,above,exceeding,exceeds,exceed,in excess of,>,more expensive than,strictly more than,strictly greater than,bigger,beyond,upwards of",
      ">",
      null,
    ],
    ["older than,aged over", ">", "age"],
    ["longer than,lasted more than", ">", "length"],
    ["heavier than", ">", "weight"],
    ["taller than", ">", "height"],
    [
      "costing more than,costs more than,cost more than,priced over,priced above,pricier than,dearer than",
      ">",
      "price",
    ],
    ["after,later than,newer than,more recent than,more recently than", ">", "date"],
    ["since,starting from,from on,on or after", ">=", "date"],
    [
      "at least,no less than,not less than,no fewer than,not fewer than,greater than or equal to,more than or equal to,minimum of,a minimum of,>=",
      ">=",
      null,
    ],
    ["less than,fewer than,lower than,smaller than,under,below,<,strictly less than,short of", "<", null],
    ["younger than,aged under", "<", "age"],
    ["shorter than", "<", "length"],
    ["lighter than", "<", "weight"],
    [
      "costing less than,costs less than,cost less than,cheaper than,priced under,priced below,less expensive than",
      "<",
      "price",
    ],
    ["before,earlier than,older date than,prior to,until", "<", "date"],
    [
      "at most,no more than,not more than,up to,less than or equal to,a maximum of,maximum of,not over,not exceeding,<=",
      "<=",
      null,
    ],
    ["equal to,equals,equal,exactly,=,is exactly", "=", null],
    ["not equal to,other than,different from,is not equal to,<>,!=,differs from,different than", "!=", null],
  ];
  for (const [words, operator, hint] of comparisons) add(phrases, { is: "compare", operator, hint }, words);
  add(
    phrases,
    { is: "or_more" },
    "or more,or above,or higher,or greater,or over,or later,and above,or longer,or older,and over,and up,or after,and more,or larger,or newer",
  );
  add(
    phrases,
    { is: "or_less" },
    "or less,or fewer,or below,or lower,or under,or earlier,and below,or shorter,or younger,and under,or smaller",
  );

  const comparatives: [string, Comparison, string | null][] = [
    ["higher,larger,greater,bigger,more", ">", null],
    ["lower,smaller,less,fewer", "<", null],
    ["older", ">", "age"],
    ["younger", "<", "age"],
    ["longer", ">", "length"],
    ["shorter", "<", "length"],
  ];
  for (const [words, operator, hint] of comparatives) add(phrases, { is: "comparative", operator, hint }, words);
  add(
    phrases,
    { is: "between" },
    "between,ranging from,in the range of,ranges from,in the range,cost between,costs between,costing between,priced between",
  );
}
