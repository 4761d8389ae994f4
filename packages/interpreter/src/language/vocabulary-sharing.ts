import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";
import type { BucketUnit } from "../form/logical-form.ts";

/** Shares, repetitions, spans of time and change over time. */
export function sharingWords(phrases: Phrases): void {
  add(
    phrases,
    { is: "share", percent: true },
    "percentage,percent,percentage of,percent of,what percentage of,%,% of,what percent of",
  );
  add(
    phrases,
    { is: "share", percent: false },
    "share of,share,proportion,proportion of,fraction of,fraction,ratio,ratio of,what share of,what proportion of,what fraction of,rate",
  );
  phrases.delete("rate");
  add(
    phrases,
    { is: "everything" },
    "all information,all the information,all details,all the details,everything,all columns,all the columns,all info,all the info,full details,full information,all relevant information,all known information,complete information,all available information,every detail,all attributes,all fields,any information,all the relevant information,all related information,all of the information,all detail,all data,all the data,information about,all the detail,all of the details,all available details,all the available information",
  );
  phrases.delete("information about");
  for (const [word, count] of Object.entries({ once: 1, twice: 2, thrice: 3 }))
    phrases.set(word, { is: "times", count });
  add(phrases, { is: "times", count: 0 }, "times,time,records,record,occurrences,entries");
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
  for (const [words, unit] of buckets) add(phrases, { is: "bucket", unit }, words);
  phrases.set("over time", { is: "bucket", unit: "month" });
  phrases.set("trend", { is: "bucket", unit: "month" });
  phrases.set("trend of", { is: "bucket", unit: "month" });
  add(
    phrases,
    { is: "growth" },
    "growth,growth of,growth rate,growth in,change in,increase in,growing,how did,change over,percentage change in,rate of growth",
  );
  phrases.delete("how did");
  add(phrases, { is: "running" }, "cumulative,cumulated,accumulated,accumulating,running");
  add(
    phrases,
    { is: "versus" },
    "vs,vs.,versus,compared to,compared with,compare to,against the,in comparison to,compared",
  );
}
