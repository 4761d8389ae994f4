import type { AggregateFunction, BucketUnit, Comparison } from "./types.ts";

/** What a word or phrase does in a question. */
export type Cue =
  | { is: "command" }
  | { is: "question" }
  | { is: "count" }
  | { is: "aggregate"; fn: AggregateFunction }
  | { is: "superlative"; direction: "most" | "least"; hint: string | null }
  /** "most", "fewest": of something counted or measured that follows. */
  | { is: "quantifier"; direction: "most" | "least" }
  | { is: "common"; direction: "most" | "least" }
  | { is: "top"; direction: "most" | "least" }
  | { is: "compare"; operator: Comparison; hint: string | null }
  | { is: "or_more" }
  | { is: "or_less" }
  | { is: "between" }
  /** "a higher … than": the comparison's word stands before its column. */
  | { is: "comparative"; operator: Comparison; hint: string | null }
  | { is: "group" }
  | { is: "by" }
  | { is: "order" }
  | { is: "direction"; direction: "ascending" | "descending" }
  | { is: "negation" }
  | { is: "except" }
  | { is: "distinct" }
  | { is: "relative" }
  | { is: "preposition"; word: string }
  | { is: "and" }
  | { is: "or" }
  | { is: "comma" }
  | { is: "end" }
  | { is: "both" }
  | { is: "pattern"; place: "contains" | "starts" | "ends" }
  | { is: "missing" }
  | { is: "share"; percent: boolean }
  | { is: "everything" }
  | { is: "times"; count: number }
  | { is: "bucket"; unit: BucketUnit }
  | { is: "growth" }
  | { is: "versus" }
  | { is: "possessive" }
  | { is: "copula" }
  | { is: "named" }
  /** A measure every business has, whatever its columns are called. */
  | { is: "measure"; measure: Measure }
  /** "bought", "purchased": somebody's orders. */
  | { is: "buying" }
  | { is: "adjective"; hint: string }
  /** "how old", "how long": asks for the column a hint means. */
  | { is: "how"; hint: string }
  /** "second" of "the second highest". */
  | { is: "ordinal"; place: number }
  | { is: "noise" };

export type Measure = "money" | "quantity" | "order_value" | "profit" | "margin";

const phrases = new Map<string, Cue>();

function add(cue: Cue, list: string): void {
  for (const phrase of list.split(",")) phrases.set(phrase.trim(), cue);
}

add(
  { is: "command" },
  "show,list,find,give,return,display,tell,get,report,provide,compute,calculate,select,retrieve,fetch,name,state,please list,please show,show me,give me,tell me,can you tell me,what about,how about,compare",
);
phrases.delete("name");
phrases.delete("state");
add(
  { is: "question" },
  "what,which,who,whom,where,when,how,what is,what are,what's,which are,who are,who is,how much,what was,what were",
);
add(
  { is: "count" },
  "how many,number of,the number of,count,count of,count the number of,total number of,the total number of,total count of,how many different kinds of,amount of times,how often,number",
);
phrases.delete("number");
add({ is: "aggregate", fn: "avg" }, "average,mean,avg,on average,average number of,averaged");
add(
  { is: "aggregate", fn: "sum" },
  "total,sum,sum of,combined,overall,in total,altogether,all together,total amount of,sum up,summed,sum total,cumulative,total sum of",
);
add({ is: "aggregate", fn: "max" }, "maximum,max,maximal");
add({ is: "aggregate", fn: "min" }, "minimum,min,minimal");
add({ is: "aggregate", fn: "median" }, "median,median of,the median");

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
for (const [words, direction, hint] of superlatives) add({ is: "superlative", direction, hint }, words);
add({ is: "quantifier", direction: "most" }, "most,most number of,most amount of,busiest");
add({ is: "quantifier", direction: "least" }, "fewest,least,quietest,fewest number of,least number of,least amount of");
for (const noun of ["number of", "amount of", "total number of", "count of"]) {
  add(
    { is: "quantifier", direction: "most" },
    ["largest", "highest", "greatest", "biggest", "maximum", "most"].map((word) => `${word} ${noun}`).join(","),
  );
  add(
    { is: "quantifier", direction: "least" },
    ["smallest", "lowest", "minimum", "least", "fewest"].map((word) => `${word} ${noun}`).join(","),
  );
}
add(
  { is: "common", direction: "most" },
  "most common,most frequent,most popular,most often,most frequently,most commonly,most used,most commonly used,most frequently used,most prominent,most prevalent,most widely used,most numerous",
);
add(
  { is: "common", direction: "least" },
  "least common,least frequent,least popular,least often,least frequently,least commonly,least used,rarest,least commonly used,least frequently used",
);
add({ is: "top", direction: "most" }, "top,first");
add({ is: "top", direction: "least" }, "bottom");

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
  ["costing more than,costs more than,cost more than,priced over,priced above,pricier than,dearer than", ">", "price"],
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
for (const [words, operator, hint] of comparisons) add({ is: "compare", operator, hint }, words);
add(
  { is: "or_more" },
  "or more,or above,or higher,or greater,or over,or later,and above,or longer,or older,and over,and up,or after,and more,or larger,or newer",
);
add(
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
for (const [words, operator, hint] of comparatives) add({ is: "comparative", operator, hint }, words);
add({ is: "between" }, "between,ranging from,in the range of,ranges from,in the range");
add(
  { is: "group" },
  "for each,for every,per,by each,in each,of each,each,every,grouped by,group by,at each,on each,from each,to each,within each,for each of the,in every,of every,broken down by,split by,for each different,for all the different,with each,under each,each of the,each of,breakdown by,across,according to each,respective,corresponding to each,by every,across all,across each,for each distinct,of all the different,for different,in different,by different,of different,for various",
);
phrases.delete("respective");
phrases.set("across all", { is: "preposition", word: "across" });
phrases.delete("of different");
add({ is: "by" }, "by");
add(
  { is: "order" },
  "order by,ordered by,sorted by,sort by,in order of,in the order of,order of,arranged by,arrange by,ranked by,rank by,sorted in order of,order them by,sort them by,order the result by,sort the result by,sort the results by,order the results by,order results by,sort results by,sorted,ordered,in the ascending order of,in ascending order of,in descending order of,in the descending order of,in increasing order of,in decreasing order of,in alphabetical order of,in ascending alphabetical order of,in descending alphabetical order of,in alphabetic order of,in order by,listed by,sort,in an order of,in the order by,ordered in,sorted in,order the list by,sort the list by,in lexicographic order of,in lexicographical order of,in the alphabetical order of,in reverse alphabetical order of,in reverse order of,in chronological order of,starting with,sort by the,rank them by",
);
phrases.delete("starting with");
add(
  { is: "direction", direction: "ascending" },
  "ascending,ascending order,in ascending order,increasing,in increasing order,increasing order,alphabetical order,in alphabetical order,alphabetic order,in alphabetic order,alphabetically,lexicographical order,in lexicographical order,in lexicographic order,lexicographic order,lexicographically,from low to high,from lowest to highest,from smallest to largest,from the lowest to the highest,from least to most,lowest first,smallest first,oldest first,earliest first,from youngest to oldest,from early to late,from oldest to newest,from earliest to latest,from oldest to most recent,from earliest to most recent,in ascending alphabetical order,ascending alphabetical order,chronologically,in chronological order,chronological order,from the earliest to the latest,from old to new,from the youngest to the oldest,from shortest to longest,from short to long,a to z,from a to z,lowest to highest,smallest to largest,from cheapest to most expensive,from the smallest to the largest,from small to large",
);
add(
  { is: "direction", direction: "descending" },
  "descending,descending order,in descending order,decreasing,in decreasing order,decreasing order,in reverse alphabetical order,reverse alphabetical order,in descending alphabetical order,from high to low,from highest to lowest,from the highest to the lowest,from largest to smallest,from most to least,highest first,largest first,newest first,latest first,most recent first,from oldest to youngest,from the oldest to the youngest,from late to early,from newest to oldest,from latest to earliest,from most recent to oldest,from the latest to the earliest,from new to old,from the most recent to the oldest,from longest to shortest,from long to short,highest to lowest,largest to smallest,from most recent to earliest,from the most expensive to the cheapest,from most expensive to cheapest,most first,biggest first,in reverse order,reverse order,descending alphabetical order,in reverse lexicographical order,reverse lexicographical order,z to a,from the largest to the smallest,from large to small,from big to small",
);
add(
  { is: "negation" },
  "not,no,never,without,don't,doesn't,didn't,isn't,aren't,wasn't,weren't,hasn't,haven't,hadn't,cannot,can't,none,neither,nor,nobody,outside,lack,lacks,lacking,do not,does not,did not,do not have,does not have,did not have,not have,don't have,doesn't have,have no,has no,had no,with no,without any,have not,has not,had not,have never,has never,had never,not in,are not,is not,were not,was not,do not have any,does not have any,did not have any,not have any,not been,have not been,has not been,have never been,has never been,not any,not a,did not get,not located in,that are not,who are not,outside of,don t,doesn t,didn t,isn t,aren t,wasn t,weren t,hasn t,haven t,never been,are not in,is not in,is not a",
);
add(
  { is: "except" },
  "except,excluding,except for,other than those,but not,apart from,aside from,besides,exclude,with the exception of,not including,and not,and never,and no,but no,but have not,but has not,but never,but did not,but do not,but does not,but don't,but doesn't,but are not,but is not,but have no,but has no,instead of,rather than",
);
add(
  { is: "distinct" },
  "different,distinct,unique,distinctive,unique types of,different types of,distinct types of,kinds of,different kinds of,various,no duplicates,without duplicates,without repetition",
);
phrases.delete("kinds of");
phrases.delete("various");
add(
  { is: "relative" },
  "that,whose,with,having,has,have,had,who have,that have,who has,that has,which have,which has,who had,that had,have a,has a,with a,have an,has an,with an,having a,contains,containing,contain,include,includes,including,using,used,use,uses,given,given that,who are,that are,which are,who is,that is,which is,belongs to,belong to,belonging to,own,owns,among,whether,when,of those,of these,have any,has any,has been,have been,had been,being,are used,made,where the,whose the,who was,that was,who were,that were,associated with,related to,corresponding to,with the,have the,has the,had the,that have the,that has the,who has the,who have the,by the,if,while,whom,involved in,involving,shared by,within,described as,described with,labeled as,labelled,labeled",
);
for (const word of [
  "contains",
  "containing",
  "contain",
  "include",
  "includes",
  "including",
  "by the",
  "using",
  "used",
  "use",
  "uses",
])
  phrases.delete(word);
for (const word of [
  "in",
  "from",
  "on",
  "at",
  "for",
  "of",
  "to",
  "as",
  "during",
  "into",
  "through",
  "via",
  "inside",
  "near",
  "about",
  "toward",
  "against",
  "along",
  "around",
  "under the",
  "throughout",
])
  phrases.set(word, { is: "preposition", word });
add(
  { is: "and" },
  "and,as well as,along with,together with,and also,&,plus,and the,and their,and its,and his,and her,followed by,in addition to,and then,then,but,but also,also,and what,and what is,and what are,and which,alongside,and whose,and who,yet",
);
phrases.delete("followed by");
add({ is: "or" }, "or,either,or the,or both");
add({ is: "comma" }, ",,;,:");
phrases.set(",", { is: "comma" });
add({ is: "end" }, "?,.,!,?.,..,...,??");
add({ is: "both" }, "both,both the,simultaneously,at the same time,each of both,also have,also has,as well");
add(
  { is: "pattern", place: "contains" },
  "contains,containing,contain,includes,including,include,contained,has the substring,the string,contains the string,contain the string,containing the string,has the word,the substring,substring,like,has the letter,the word,the phrase,the letter,contains the word,containing the word,contain the word,contains the letter,contain the letter,containing the letter,contains the substring,contain the substring,includes the word,include the word,have the word,has substring,letter,letters,the letters,word,have the letter,has the phrase,contains the phrase,containing the phrase,have the substring",
);
add(
  { is: "pattern", place: "starts" },
  "start with,starts with,starts from,start from,starting with,begins with,begin with,beginning with,started with,start with the letter,starts with the letter,starting with the letter,begins with the letter,begin with the letter,prefix,with the prefix,has prefix,with prefix,beginning with the letter,start with letter,starts with letter,begins with letter,has a prefix,starting with letter,begin with letter",
);
add(
  { is: "pattern", place: "ends" },
  "end with,ends with,ending with,ending in,ends in,ended with,suffix,end with the letter,ends with the letter,ending with the letter,ending with letter,ends with letter",
);
add({ is: "missing" }, "null,missing,empty,blank,unknown,undefined,not available,unspecified,n/a,not recorded,unset");
add(
  { is: "share", percent: true },
  "percentage,percent,percentage of,percent of,what percentage of,%,% of,what percent of",
);
add(
  { is: "share", percent: false },
  "share of,share,proportion,proportion of,fraction of,fraction,ratio,ratio of,what share of,what proportion of,what fraction of,rate",
);
phrases.delete("rate");
add(
  { is: "everything" },
  "all information,all the information,all details,all the details,everything,all columns,all the columns,all info,all the info,full details,full information,all relevant information,all known information,complete information,all available information,every detail,all attributes,all fields,any information,all the relevant information,all related information,all of the information,all detail,all data,all the data,information about,all the detail,all of the details,all available details,all the available information",
);
phrases.delete("information about");
for (const [word, count] of Object.entries({ once: 1, twice: 2, thrice: 3 })) phrases.set(word, { is: "times", count });
add({ is: "times", count: 0 }, "times,time,records,record,occurrences,entries");
phrases.delete("time");

const buckets: [string, BucketUnit][] = [
  [
    "monthly,by month,per month,each month,every month,month by month,over the months,for each month,month over month,by months,in each month",
    "month",
  ],
  ["daily,by day,per day,each day,every day,day by day,for each day,by date,on each day", "day"],
  ["weekly,by week,per week,each week,every week,week by week,for each week,week over week,in each week", "week"],
  [
    "quarterly,by quarter,per quarter,each quarter,every quarter,for each quarter,quarter over quarter,quarter by quarter,in each quarter",
    "quarter",
  ],
  [
    "yearly,annually,by year,per year,each year,every year,annual,year by year,for each year,year over year,over the years,year on year,in each year",
    "year",
  ],
  ["by month of the year,by calendar month,by month of year", "month_of_year"],
  [
    "by hour,per hour,per hour of the day,by hour of the day,by hour of day,each hour,hourly,per hour of day",
    "hour_of_day",
  ],
  [
    "by weekday,per day of the week,by day of the week,by day of week,per weekday,for each weekday,by week day",
    "weekday",
  ],
];
for (const [words, unit] of buckets) add({ is: "bucket", unit }, words);
phrases.set("over time", { is: "bucket", unit: "month" });
phrases.set("trend", { is: "bucket", unit: "month" });
phrases.set("trend of", { is: "bucket", unit: "month" });
add(
  { is: "growth" },
  "growth,growth of,growth rate,growth in,change in,increase in,growing,how did,change over,percentage change in,rate of growth",
);
phrases.delete("how did");
add({ is: "versus" }, "vs,vs.,versus,compared to,compared with,compare to,against the,in comparison to,compared");
add({ is: "possessive" }, "their,its,his,her");
add({ is: "copula" }, "is,are,was,were,be,been,being,will be");
add(
  { is: "named" },
  "named,called,with name,with the name,whose name is,titled,with title,with the title,entitled,by the name of,name is,value of,with value,known as",
);
for (const word of [
  "whose name is",
  "name is",
  "value of",
  "with name",
  "with the name",
  "with title",
  "with the title",
])
  phrases.delete(word);
add(
  { is: "noise" },
  "(,),the,a,an,do,does,did,all,any,some,there,it,they,them,we,you,me,i,us,our,your,my,this,these,please,can,could,would,should,will,may,might,just,so,such,s,full list of,list of,a list of,the list of,than,exist,exists,in the database,database,recorded,in the system,do we have,currently,available,that is,currently,table,overall list,person who,would like to know,want to know,i want,i need,i'd like,like to see,see,know,let,out,possible,existing,present,registered,in our,ever,only,together,respectively,corresponding,information,details of,kind of,kinds of,type of data,different ones,those,ones,one of,the one,given,data,records,record,following,same,other,various,respective,etc,e.g,happen,happened,occur,occurred,come,came,go,went,get,got,gets,does it,exactly how,actually,really,simply,entire,whole,every single,each one,it's,i'm,has been,let's,want,need,would like,view,look,hey,hi,hello,thanks,thank,ok,okay,well,now,much,many,own,owned,total of,within the,very,us about,them all,associated,related,particular,certain,specific,specified,having been,made,make,makes,done,does,doing,put,using,used,use,uses,involved,belong,located,contained,listed,based,based on,dollars,dollar,usd,eur,euro,euros,pounds,bucks,in terms of,terms,terms of,regard,regarding,according to,according,s'",
);
for (const word of ["type of data", "data", "look", "ever", "want", "information"]) phrases.set(word, { is: "noise" });

add(
  { is: "measure", measure: "money" },
  "revenue,revenues,sales,turnover,total sales,gross sales,total revenue,sales revenue,income,spending,total spending,spend,spent,money spent,amount spent,total amount spent,gmv,earnings,sales amount,sales value,money made,proceeds,how much money,bring in,brought in,generated,order volume in money,purchase amount,purchase total,total purchases,total purchase amount,total value of orders,how much revenue,net sales",
);
add(
  { is: "measure", measure: "quantity" },
  "units sold,items sold,quantity sold,sold,copies sold,number of units sold,number of items sold,quantity ordered,units ordered,number of units,units,total units,total quantity,number sold,how many units,how many items,sales volume,sell,sells",
);
add(
  { is: "measure", measure: "order_value" },
  "average order value,aov,average basket size,average basket value,average basket,average order size,average purchase value,average order amount,average order total,average ticket,average transaction value,mean order value,average invoice value,average value of an order,average value of orders",
);

add(
  { is: "measure", measure: "profit" },
  "profit,profits,net profit,gross profit,total profit,total profits,gross income,earned profit,overall profit",
);
add(
  { is: "measure", measure: "margin" },
  "margin,profit margin,gross margin,margins,profit margins,gross profit margin,margin percentage,profitability",
);

add(
  { is: "buying" },
  "buy,buys,bought,buying,purchase,purchased,purchases,purchasing,shop,shopped,placed an order,place an order,placed orders,bought something,bought anything,buy anything,purchased anything,ordered something,ordered anything,order anything",
);
add({ is: "adjective", hint: "price" }, "expensive,costly,pricey");
add({ is: "adjective", hint: "rating" }, "rated");
for (const [adjectives, hint] of [
  ["old", "age"],
  ["long", "length"],
  ["tall,high", "height"],
  ["big,large", "size"],
  ["heavy", "weight"],
  ["expensive,costly", "price"],
  ["fast", "speed"],
  ["deep", "depth"],
  ["populous", "population"],
  ["far", "distance"],
] as const) {
  for (const adjective of adjectives.split(","))
    add({ is: "how", hint }, `how ${adjective},how ${adjective} is,how ${adjective} are`);
}
add({ is: "how", hint: "size" }, "size");
add(
  { is: "how", hint: "population" },
  "how many people live in,how many people are in,how many people live,how many inhabitants,how many residents,number of people living in,number of inhabitants,number of citizens,how many citizens,how many citizens live in,how many citizens are in,number of residents,number of people,how many people lived in,how many residents live in,how many inhabitants live in",
);

let longest = 1;
for (const phrase of phrases.keys()) longest = Math.max(longest, phrase.split(" ").length);

/** The longest cue phrase starting at `start`, with its length in words; null when the word there is no cue. */
export function cueAt(words: readonly string[], start: number): { cue: Cue; length: number } | null {
  for (let length = Math.min(longest, words.length - start); length > 0; length--) {
    const cue = phrases.get(words.slice(start, start + length).join(" "));
    // "or lower than" is no "or lower".
    if (cue !== undefined && !((cue.is === "or_more" || cue.is === "or_less") && words[start + length] === "than"))
      return { cue, length };
  }
  return null;
}
