import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";

/** Words that group and order. */
export function arrangingWords(phrases: Phrases): void {
  add(
    phrases,
    { is: "group" },
    "for each,for every,per,by each,in each,of each,each,every,grouped by,group by,at each,on each,from each,to each,within each,for each of the,in every,of every,broken down by,split by,for each different,for all the different,with each,under each,each of the,each of,breakdown by,across,according to each,respective,corresponding to each,by every,across all,across each,for each distinct,of all the different,for different,in different,by different,of different,for various",
  );
  phrases.delete("respective");
  phrases.set("across all", { is: "preposition", word: "across" });
  phrases.delete("of different");
  add(phrases, { is: "by" }, "by");
  add(
    phrases,
    { is: "order" },
    "order by,ordered by,sorted by,sort by,in order of,in the order of,order of,arranged by,arrange by,ranked by,rank by,sorted in order of,order them by,sort them by,order the result by,sort the result by,sort the results by,order the results by,order results by,sort results by,sorted,ordered,in the ascending order of,in ascending order of,in descending order of,in the descending order of,in increasing order of,in decreasing order of,in alphabetical order of,in ascending alphabetical order of,in descending alphabetical order of,in alphabetic order of,in order by,listed by,sort,in an order of,in the order by,ordered in,sorted in,order the list by,sort the list by,in lexicographic order of,in lexicographical order of,in the alphabetical order of,in reverse alphabetical order of,in reverse order of,in chronological order of,starting with,sort by the,rank them by",
  );
  phrases.delete("starting with");
  add(
    phrases,
    { is: "direction", direction: "ascending" },
    "ascending,ascending order,in ascending order,increasing,in increasing order,increasing order,alphabetical order,in alphabetical order,alphabetic order,in alphabetic order,alphabetically,lexicographical order,in lexicographical order,in lexicographic order,lexicographic order,lexicographically,from low to high,from lowest to highest,from smallest to largest,from the lowest to the highest,from least to most,lowest first,smallest first,oldest first,earliest first,from youngest to oldest,from early to late,from oldest to newest,from earliest to latest,from oldest to most recent,from earliest to most recent,in ascending alphabetical order,ascending alphabetical order,chronologically,in chronological order,chronological order,from the earliest to the latest,from old to new,from the youngest to the oldest,from shortest to longest,from short to long,a to z,from a to z,lowest to highest,smallest to largest,from cheapest to most expensive,from the smallest to the largest,from small to large",
  );
  add(
    phrases,
    { is: "direction", direction: "descending" },
    "descending,descending order,in descending order,decreasing,in decreasing order,decreasing order,in reverse alphabetical order,reverse alphabetical order,in descending alphabetical order,from high to low,from highest to lowest,from the highest to the lowest,from largest to smallest,from most to least,highest first,largest first,newest first,latest first,most recent first,from oldest to youngest,from the oldest to the youngest,from late to early,from newest to oldest,from latest to earliest,from most recent to oldest,from the latest to the earliest,from new to old,from the most recent to the oldest,from longest to shortest,from long to short,highest to lowest,largest to smallest,from most recent to earliest,from the most expensive to the cheapest,from most expensive to cheapest,most first,biggest first,in reverse order,reverse order,descending alphabetical order,in reverse lexicographical order,reverse lexicographical order,z to a,from the largest to the smallest,from large to small,from big to small",
  );
}
