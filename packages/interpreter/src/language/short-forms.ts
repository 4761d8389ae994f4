import { namesInEnglish } from "./german-names.ts";

/** What short forms stand for, from a list of them: "cd code, po purchase order". */
const inFullOf = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list.split(",").map((pair) => {
      const [short = "", ...full] = pair.trim().split(" ");
      return [short, full.join(" ")];
    }),
  );

/** What words after the first of a name are shortened to. */
const afterFirst = inFullOf(`
  cat category, cls class, cst cost, desc description, descr description, dtl detail, dy day, dys days, ln line, mo month,
  pt point, stat status
`);

/** What words of a name are shortened to, wherever they stand beside others. */
const besideOthers = inFullOf(`
  actv active, addr address, alloc allocated, annl annual, avail available, bo backordered, byr buyer,
  cap capacity, cd code, chg change, cmpl complaint, compl completed, cr credit, crn credit note,
  deliv delivery, dlv delivery, dt date, ext extended, flg flag, ht height, hrly hourly, hrs hours, insp inspection, inv invoice,
  lim limit, lmt limit, mach machine, maint maintenance, matl material, meth method, mtr meter, nm name,
  obs observed, oh on hand, ord order, pk id, pmt payment, po purchase order, prc price, purch purchase, prog program, proj project, qty quantity,
  rcv received, rdg reading, recv received, rej rejected, reord reorder, repl replacement, retn retention,
  rm room, rpt reported, rslv resolved, sal salary, sched scheduled, sem semester, shp shipped, sls sales,
  std standard, supp supplier, supt superintendent, tot total, trm terms, trms terms, typ type, unt unit, vend vendor,
  wo work order
`);

/** What short forms stand for that mean nothing else, even where they are all of a name. */
const alone = inFullOf(`
  acct account, agt agent, bkng booking, brnch branch, clnt client, cntct contact, cntrct contract, ctct contact, dbtr debtor,
  dlr dealer, dmg damage, drvr driver, dscnt discount, invc invoice, mngr manager, mthly monthly, ptnt patient, resv reservation,
  rntl rental, rsvn reservation, sts status, tchr teacher, tnnt tenant, trtmt treatment, usr user, vst visit, alrt alert, dst destination, dest destination, src source, amt amount, batt battery, appt appointment, asgn assigned, bal balance, bdgt budget, bkg booking, bldg building,
  carr carrier, categ category, catg category, chmbr chamber, chnl channel, clk click, clrd cleared, cmpgn campaign, cntry country, cpn coupon, crse course,
  ctgry category, ctgy category, ctry country, cty city, cust customer, dept department, dlvry delivery, dur duration,
  dvc device, emp employee, empl employee, enrl enrolment, equip equipment, frt freight, grp group, elev elevation, impr impression,
  instr instructor, intl international, itm item, lib library, lvl level, mbr member, mins minutes,
  mthd method, mvmt movement, mvt movement, offr offering, opr operator, ownr owner, pkg package, plt pallet, prj project,
  pymt payment, rcpt receipt, rcvd received, rgn region, rnwl renewal, rsn reason, rtn return, salesrep sales rep,
  seg segment, sess session, shpmt shipment, slsrep sales rep, spd speed, stk stock, stn station, strt start, stud student,
  trx transaction, terr territory,  subcon subcontractor, subj subject, svc service, tkt ticket, tst test, tuit tuition, veh vehicle, vld valid,
  vnd vendor, vndr vendor, wdrn withdrawn, wtr water, wgt weight, whs warehouse, whse warehouse
`);

/** What short forms stand for where they are all of a name: a table "sup" has suppliers, while "sup_id" may be a supervisor. */
const wholeNames = inFullOf(`
  descr description, pmt payment, prod product, prog program, sup supplier, supp supplier, vend vendor, wh warehouse
`);

/** What words are shortened to before a day or a flag; elsewhere a "term" is none that ends, and "disc" is a discount. */
const ofDeeds = inFullOf(`
  cls closed, cr created, crt created, disc discontinued, eff effective, enr enrolled, ft full time,
  grad graduated, inst installed, pd paid, pt part time, req required, ret returned, term termination, warr warranty
`);

const DAY_OR_FLAG = /^(?:dt|date|fl|flg|flag|yn|ind)$/;

/** What words are shortened to in the name of a day, whatever stands between. */
const ofDays = inFullOf(`
  act actual, est estimated, prom promised
`);

/** Words whose meaning depends on the one after them, the empty one at the end. */
const byNext: readonly { word: string; next: RegExp; full: string }[] = [
  // "prod_qty" of runs is no number of products.
  { word: "prod", next: /^qty$/, full: "produced" },
  // "prod_no", but no "prod_line"
  {
    word: "prod",
    next: /^(?:mst|mstr|ref|no|nr|num|id|key|cd|code|nm|name|desc|typ|type|grp|cat|catg|ctgy|ctgry)$/,
    full: "product",
  },
  // "mat_no" numbers materials; what a studio rents out may be mats.
  { word: "mat", next: /^(?:mst|mstr|no|nr|num|desc|cd|code|nm|typ|type|grp|cat|catg|ctgy)$/, full: "material" },
  // "ref_tables" are looked up, and "ref_only" books stay.
  { word: "ref", next: /^only$/, full: "reference" },
  // "no_of_guests" says how many there are, and denies nothing.
  { word: "no", next: /^of$/, full: "number" },
  { word: "nr", next: /^of$/, full: "number" },
  { word: "publ", next: /^(?:yr|year|dt|date)$/, full: "published" },
  { word: "ot", next: /^(?:hrs|hours)$/, full: "overtime" },
  { word: "reg", next: /^(?:hrs|hours)$/, full: "regular" },
  // "so_far" is no order.
  { word: "so", next: /^(?:hdr|ln|lines?|dtl|no|num|nbr|id|dt|date|stat|status|items?)$/, full: "sales order" },
  // "prc_lst" are prices, and "lst_cnt_dt" is the last count.
  { word: "lst", next: /^$/, full: "list" },
  { word: "lst", next: /./, full: "last" },
  // "fed_rev" of schools; a "rev" before others is a revision or a review.
  { word: "rev", next: /^(?:usd|eur|gbp|amt|amount|total|tot)$/, full: "revenue" },
  // "comm_pct"; what a "comm" alone is, nobody knows.
  { word: "comm", next: /^(?:pct|percent|rate|amt|amount)$/, full: "commission" },
  { word: "disc", next: /^(?:pct|percent|amt|amount)$/, full: "discount" },
  // "curr_cd" is a currency, and a "curr_bal" the current one.
  { word: "curr", next: /^(?:cd|code)$/, full: "currency" },
  // "st_cd" is a state of a country; a "st_dt" is when something starts.
  { word: "st", next: /^(?:cd|code|nm|name|prov)$/, full: "state" },
  // "stat_cd" is a state, and what a "stat_dt" is the day of, nobody knows.
  { word: "stat", next: /^(?:cd|code|id|desc|flg)$/, full: "status" },
  // "wh_cd" is a warehouse's; a "wh_used" may be in watt hours.
  { word: "wh", next: /^(?:cd|code|id|nm|name|no|num)$/, full: "warehouse" },
  // "ln_no" is a line's number.
  { word: "ln", next: /^(?:no|num|nbr)$/, full: "line" },
];

const BEFORE_REVENUE = /^(?:tot|total|t|net|gross|ad|fed|sales|tax|annual|yr|fy|ytd)$/;

/** What a word after another stands for, by what is around it. */
function afterOthers(word: string, before: string | undefined, next: string): string | undefined {
  if (before === undefined) return undefined;
  // "amt_pd": what was paid
  if (word === "pd" && /^(?:amt|amount|tot|total)$/.test(before)) return "paid";
  // "card_exp_dt"; whether an "exp_dt" is expected or expires, its table tells
  if (word === "exp") return /^(?:dt|date)$/.test(next) ? "expiry" : undefined;
  // "fed_rev" of schools; the "doc_rev" of drawings is a revision.
  return word === "rev" && BEFORE_REVENUE.test(before) ? "revenue" : undefined;
}

/** "crt_dt", and "dt_crt" where the day stands first. */
const isDay = (word: string | undefined): boolean => /^(?:dt|date)$/.test(word ?? "");

/** A word of a name in full, which may be two: "po" of "po_no" is a purchase order. */
function inFull(word: string, at: number, words: readonly string[]): string {
  const next = words[at + 1] ?? "";
  const isSeveral = words.length > 1;
  return (
    (isSeveral ? byNext.find((one) => one.word === word && one.next.test(next))?.full : undefined) ??
    alone.get(word) ??
    (DAY_OR_FLAG.test(next) || isDay(words[at - 1]) ? ofDeeds.get(word) : undefined) ??
    (isDay(words.at(-1)) ? ofDays.get(word) : undefined) ??
    afterOthers(word, words[at - 1], next) ??
    (at > 0 ? afterFirst.get(word) : undefined) ??
    (isSeveral ? besideOthers : wholeNames).get(word) ??
    word
  );
}

/** The words of a name, in small letters, each in full and in English. */
export const spelledOut = (words: readonly string[]): string[] =>
  namesInEnglish(words).flatMap((word, at, all) => inFull(word, at, all).split(" "));
