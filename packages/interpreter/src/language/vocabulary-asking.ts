import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";

/** Words that ask, count, aggregate and rank. */
export function askingWords(phrases: Phrases): void {
  add(
    phrases,
    { is: "command" },
    "show,list,find,give,return,display,tell,get,report,provide,compute,calculate,select,retrieve,fetch,name,state,please list,please show,show me,give me,tell me,can you tell me,what about,how about,compare",
  );
  phrases.delete("name");
  phrases.delete("state");
  add(
    phrases,
    { is: "question" },
    "what,which,who,whom,where,when,how,what is,what are,what's,which are,who are,who is,how much,what was,what were",
  );
  add(
    phrases,
    { is: "count" },
    "how many,number of,the number of,count,count of,count the number of,total number of,the total number of,total count of,how many different kinds of,amount of times,how often,number",
  );
  phrases.delete("number");
  add(phrases, { is: "aggregate", fn: "avg" }, "average,mean,avg,on average,average number of,averaged");
  add(
    phrases,
    { is: "aggregate", fn: "sum" },
    "total,sum,sum of,combined,overall,in total,altogether,all together,total amount of,sum up,summed,sum total,total sum of",
  );
  add(phrases, { is: "aggregate", fn: "max" }, "maximum,max,maximal");
  add(phrases, { is: "aggregate", fn: "min" }, "minimum,min,minimal");
  add(phrases, { is: "aggregate", fn: "median" }, "median,median of,the median");

  const superlatives: [string, "most" | "least", string | null][] = [
    ["highest,greatest,largest,biggest,top most,highest ranking", "most", "size"],
    ["lowest,smallest", "least", "size"],
    ["oldest,eldest,most senior", "most", "age"],
    ["youngest,most junior", "least", "age"],
    ["longest,most lengthy", "most", "length"],
    ["shortest", "least", "length"],
    ["tallest", "most", "height"],
    ["heaviest", "most", "weight"],
    ["lightest", "least", "weight"],
    ["cheapest,least expensive,lowest priced", "least", "price"],
    ["most expensive,priciest,dearest,costliest,most costly,most pricey,highest priced", "most", "price"],
    ["newest,latest,most recent,most recently,most current", "most", "date"],
    ["earliest,least recent,least recently", "least", "date"],
    ["fastest,quickest", "most", "speed"],
    ["slowest", "least", "speed"],
    ["richest,best paid,highest paid,highest earning", "most", "salary"],
    ["lowest paid,worst paid", "least", "salary"],
    ["best,best rated,highest rated,top rated", "most", "rating"],
    ["worst,worst rated,lowest rated", "least", "rating"],
    ["most populous,most populated", "most", "population"],
    ["least populous,least populated", "least", "population"],
    [
      "best selling,best-selling,bestselling,top selling,top-selling,most sold,most purchased,most bought,most ordered",
      "most",
      "sold",
    ],
    ["worst selling,worst-selling,least sold", "least", "sold"],
    ["most valuable", "most", "value"],
    ["most profitable", "most", "profit"],
    ["least profitable", "least", "profit"],
    ["least valuable", "least", "value"],
    ["deepest", "most", "depth"],
    ["widest", "most", "width"],
    ["closest,nearest", "least", "distance"],
    ["farthest,furthest", "most", "distance"],
  ];
  for (const [words, direction, hint] of superlatives) add(phrases, { is: "superlative", direction, hint }, words);
  add(phrases, { is: "quantifier", direction: "most" }, "most,most number of,most amount of,busiest");
  add(
    phrases,
    { is: "quantifier", direction: "least" },
    "fewest,least,quietest,fewest number of,least number of,least amount of",
  );
  for (const noun of ["number of", "amount of", "total number of", "count of"]) {
    add(
      phrases,
      { is: "quantifier", direction: "most" },
      ["largest", "highest", "greatest", "biggest", "maximum", "most"].map((word) => `${word} ${noun}`).join(","),
    );
    add(
      phrases,
      { is: "quantifier", direction: "least" },
      ["smallest", "lowest", "minimum", "least", "fewest"].map((word) => `${word} ${noun}`).join(","),
    );
  }
  add(
    phrases,
    { is: "common", direction: "most" },
    "most common,most frequent,most popular,most often,most frequently,most commonly,most used,most commonly used,most frequently used,most prominent,most prevalent,most widely used,most numerous",
  );
  add(
    phrases,
    { is: "common", direction: "least" },
    "least common,least frequent,least popular,least often,least frequently,least commonly,least used,rarest,least commonly used,least frequently used",
  );
  add(phrases, { is: "top", direction: "most" }, "top,first");
  add(phrases, { is: "top", direction: "least" }, "bottom");
}
