import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";

/** Words that join, negate and restrict. */
export function joiningWords(phrases: Phrases): void {
  add(
    phrases,
    { is: "negation" },
    "not,no,never,without,don't,doesn't,didn't,isn't,aren't,wasn't,weren't,hasn't,haven't,hadn't,cannot,can't,none,neither,nor,nobody,outside,lack,lacks,lacking,do not,does not,did not,do not have,does not have,did not have,not have,don't have,doesn't have,have no,has no,had no,with no,without any,have not,has not,had not,have never,has never,had never,not in,are not,is not,were not,was not,do not have any,does not have any,did not have any,not have any,not been,have not been,has not been,have never been,has never been,not any,not a,did not get,not located in,that are not,who are not,outside of,don t,doesn t,didn t,isn t,aren t,wasn t,weren t,hasn t,haven t,never been,are not in,is not in,is not a",
  );
  add(
    phrases,
    { is: "except" },
    "except,excluding,except for,other than those,but not,apart from,aside from,besides,exclude,with the exception of,not including,and not,and never,and no,but no,but have not,but has not,but never,but did not,but do not,but does not,but don't,but doesn't,but are not,but is not,but have no,but has no,instead of,rather than",
  );
  add(
    phrases,
    { is: "distinct" },
    "different,distinct,unique,distinctive,unique types of,different types of,distinct types of,kinds of,different kinds of,various,no duplicates,without duplicates,without repetition",
  );
  phrases.delete("kinds of");
  phrases.delete("various");
  add(
    phrases,
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
    phrases,
    { is: "and" },
    "and,as well as,along with,together with,and also,&,plus,and the,and their,and its,and his,and her,followed by,in addition to,and then,then,but,but also,also,and what,and what is,and what are,and which,alongside,and whose,and who,yet",
  );
  phrases.delete("followed by");
  add(phrases, { is: "or" }, "or,either,or the,or both");
  add(phrases, { is: "comma" }, ",,;,:");
  phrases.set(",", { is: "comma" });
  add(phrases, { is: "end" }, "?,.,!,?.,..,...,??");
  add(phrases, { is: "both" }, "both,both the,simultaneously,at the same time,each of both,also have,also has,as well");
  add(
    phrases,
    { is: "pattern", place: "contains" },
    "contains,containing,contain,includes,including,include,contained,has the substring,the string,contains the string,contain the string,containing the string,has the word,the substring,substring,like,has the letter,the word,the phrase,the letter,contains the word,containing the word,contain the word,contains the letter,contain the letter,containing the letter,contains the substring,contain the substring,includes the word,include the word,have the word,has substring,letter,letters,the letters,word,have the letter,has the phrase,contains the phrase,containing the phrase,have the substring",
  );
  add(
    phrases,
    { is: "pattern", place: "starts" },
    "start with,starts with,starts from,start from,starting with,begins with,begin with,beginning with,started with,start with the letter,starts with the letter,starting with the letter,begins with the letter,begin with the letter,prefix,with the prefix,has prefix,with prefix,beginning with the letter,start with letter,starts with letter,begins with letter,has a prefix,starting with letter,begin with letter",
  );
  add(
    phrases,
    { is: "pattern", place: "ends" },
    "end with,ends with,ending with,ending in,ends in,ended with,suffix,end with the letter,ends with the letter,ending with the letter,ending with letter,ends with letter",
  );
  add(
    phrases,
    { is: "missing" },
    "null,missing,empty,blank,unknown,undefined,not available,unspecified,n/a,not recorded,unset",
  );
}
