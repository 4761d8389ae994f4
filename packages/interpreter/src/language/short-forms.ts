/** What words after the first of a name are shortened to. */
const shortened = new Map([
  ["nm", "name"],
  ["cd", "code"],
  ["dt", "date"],
  ["flg", "flag"],
  ["typ", "type"],
  ["cat", "category"],
  ["desc", "description"],
  ["prc", "price"],
  ["hrs", "hours"],
  ["cls", "closed"],
  ["stat", "status"],
  ["pt", "point"],
]);

/** What words of a name are shortened to, wherever they stand beside others. */
const shortenedAnywhere = new Map([
  ["addr", "address"],
  ["qty", "quantity"],
  ["tot", "total"],
  ["hrly", "hourly"],
  ["sched", "scheduled"],
  ["matl", "material"],
  ["pmt", "payment"],
  ["rpt", "reported"],
  ["rslv", "resolved"],
  ["insp", "inspection"],
  ["compl", "completed"],
  ["cmpl", "complaint"],
  ["inv", "invoice"],
  ["mtr", "meter"],
  ["rdg", "reading"],
  ["wo", "work order"],
  ["po", "purchase order"],
  ["ord", "order"],
  ["supp", "supplier"],
  ["mach", "machine"],
  ["maint", "maintenance"],
  ["recv", "received"],
  ["chg", "change"],
  ["deliv", "delivery"],
  ["retn", "retention"],
  ["supt", "superintendent"],
]);

/** Short forms that are no words of their own: they stand for one word alone, too, as in a table "chnl". */
const shortenedAlone = new Map([
  ["acct", "account"],
  ["amt", "amount"],
  ["appt", "appointment"],
  ["asgn", "assigned"],
  ["bdgt", "budget"],
  ["bkg", "booking"],
  ["bldg", "building"],
  ["catg", "category"],
  ["chnl", "channel"],
  ["clk", "click"],
  ["cmpgn", "campaign"],
  ["cpn", "coupon"],
  ["ctgry", "category"],
  ["ctgy", "category"],
  ["ctry", "country"],
  ["cust", "customer"],
  ["dept", "department"],
  ["dlvry", "delivery"],
  ["dur", "duration"],
  ["dvc", "device"],
  ["emp", "employee"],
  ["empl", "employee"],
  ["enrl", "enrolment"],
  ["equip", "equipment"],
  ["grp", "group"],
  ["impr", "impression"],
  ["itm", "item"],
  ["lvl", "level"],
  ["mbr", "member"],
  ["mins", "minutes"],
  ["ownr", "owner"],
  ["pkg", "package"],
  ["prj", "project"],
  ["pymt", "payment"],
  ["rcvd", "received"],
  ["rgn", "region"],
  ["rsn", "reason"],
  ["seg", "segment"],
  ["sess", "session"],
  ["shpmt", "shipment"],
  ["strt", "start"],
  ["subcon", "subcontractor"],
  ["subj", "subject"],
  ["svc", "service"],
  ["tkt", "ticket"],
  ["tst", "test"],
  ["veh", "vehicle"],
  ["vld", "valid"],
  ["vndr", "vendor"],
  ["wgt", "weight"],
  ["whs", "warehouse"],
  ["whse", "warehouse"],
]);

/** What words are shortened to before a day or a flag; elsewhere a "term" is none that ends. */
const shortenedDeeds = new Map([
  ["term", "termination"],
  ["inst", "installed"],
  ["ret", "returned"],
  ["warr", "warranty"],
]);

/** What words are shortened to before a day, whatever stands between. */
const shortenedDays = new Map([
  ["est", "estimated"],
  ["act", "actual"],
  ["prom", "promised"],
  ["exp", "expiry"],
]);

/** What words are shortened to before hours. */
const shortenedHours = new Map([
  ["ot", "overtime"],
  ["reg", "regular"],
]);

/** What stands after "prod" where that is a product: nothing, or what each thing has. */
const PRODUCT = /^(?:|mst|mstr|ref|(?:no|nr|num|id|key|cd|code|nm|name|desc|typ|type|grp|cat|catg|ctgy|ctgry))$/;

/** What a word means for the one after it, or for the last one of the name. */
function byPlace(word: string, at: number, words: readonly string[]): string | undefined {
  const next = words[at + 1] ?? "";
  // "prod_no", but no "prod_line"
  if (word === "prod" && PRODUCT.test(words.slice(at + 1).join(" "))) return "product";
  // "prod_qty" of runs is no number of products.
  if (word === "prod" && next === "qty") return "produced";
  return (
    (/^(?:dt|date|flg|flag|yn|ind)$/.test(next) ? shortenedDeeds.get(word) : undefined) ??
    (/^(?:dt|date)$/.test(words.at(-1) ?? "") ? shortenedDays.get(word) : undefined) ??
    (/^(?:hrs|hours)$/.test(next) ? shortenedHours.get(word) : undefined)
  );
}

/** A word of a name in full. */
export const inFull = (word: string, at: number, words: readonly string[]): string =>
  (at > 0 ? shortened.get(word) : undefined) ??
  shortenedAlone.get(word) ??
  (words.length > 1 ? shortenedAnywhere.get(word) : undefined) ??
  byPlace(word, at, words) ??
  word;
