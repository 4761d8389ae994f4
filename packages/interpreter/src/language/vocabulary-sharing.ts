import type { VocabularyLine } from "./cues.ts";

/** Shares, repetitions, spans of time and change over time. */
export const sharingWords: readonly VocabularyLine[] = [
  [
    { is: "share", percent: true },
    "percentage, percent, percentage of, percent of, what percentage of, %, % of, what percent of",
  ],
  [
    { is: "share", percent: false },
    `share of, share, proportion, proportion of, fraction of, fraction, ratio, ratio of, what share of,
     what proportion of, what fraction of`,
  ],
  [
    { is: "everything" },
    `all information, all the information, all details, all the details, everything, all columns, all the columns,
     all info, all the info, full details, full information, all relevant information, all known information,
     complete information, all available information, every detail, all attributes, all fields, any information,
     all the relevant information, all related information, all of the information, all detail, all data,
     all the data, all the detail, all of the details, all available details, all the available information`,
  ],
  [{ is: "times", count: 1 }, "once"],
  [{ is: "times", count: 2 }, "twice"],
  [{ is: "times", count: 3 }, "thrice"],
  [{ is: "times", count: 0 }, "times, occurrences, entries"],
  [
    { is: "bucket", unit: "month" },
    `monthly, by month, per month, each month, every month, month by month, over the months, for each month,
     month over month, by months, in each month, over time, trend, trend of`,
  ],
  [
    { is: "bucket", unit: "day" },
    "daily, by day, per day, each day, every day, day by day, for each day, by date, on each day",
  ],
  [
    { is: "bucket", unit: "week" },
    "weekly, by week, per week, each week, every week, week by week, for each week, week over week, in each week",
  ],
  [
    { is: "bucket", unit: "quarter" },
    `quarterly, by quarter, per quarter, each quarter, every quarter, for each quarter, quarter over quarter,
     quarter by quarter, in each quarter`,
  ],
  [
    { is: "bucket", unit: "year" },
    `yearly, annually, by year, per year, each year, every year, annual, year by year, for each year,
     year over year, over the years, year on year, in each year`,
  ],
  [{ is: "bucket", unit: "month_of_year" }, "by month of the year, by calendar month, by month of year"],
  [
    { is: "bucket", unit: "hour_of_day" },
    `by hour, per hour, per hour of the day, by hour of the day, by hour of day, each hour, hourly,
     per hour of day`,
  ],
  [
    { is: "bucket", unit: "weekday" },
    `by weekday, per day of the week, by day of the week, by day of week, per weekday, for each weekday,
     by week day`,
  ],
  [{ is: "bucket", unit: "part_of_week" }, "by part of the week, per part of the week, for each part of the week"],
  [
    { is: "growth" },
    `growth, growth of, growth rate, growth in, change in, increase in, growing, change over,
     percentage change in, rate of growth`,
  ],
  [{ is: "running" }, "cumulative, cumulated, accumulated, accumulating"],
  [
    { is: "versus" },
    "vs, vs., versus, compared to, compared with, compare to, against the, in comparison to, compared",
  ],
];
