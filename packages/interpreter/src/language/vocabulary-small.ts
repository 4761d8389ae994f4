import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";

/** Small words that carry little or nothing. */
export function smallWords(phrases: Phrases): void {
  add(phrases, { is: "possessive" }, "their,its,his,her");
  add(phrases, { is: "copula" }, "is,are,was,were,be,been,being,will be");
  add(
    phrases,
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
    phrases,
    { is: "noise" },
    "(,),the,a,an,do,does,did,all,any,some,there,it,they,them,we,you,me,i,us,our,your,my,this,these,please,can,could,would,should,will,may,might,just,so,such,s,full list of,list of,a list of,the list of,than,exist,exists,in the database,database,recorded,in the system,do we have,currently,available,that is,currently,table,overall list,person who,would like to know,want to know,i want,i need,i'd like,like to see,see,know,let,out,possible,existing,present,registered,in our,ever,only,together,respectively,corresponding,information,details of,kind of,kinds of,type of data,different ones,those,ones,one of,the one,given,data,records,record,following,same,other,various,respective,etc,e.g,happen,happened,occur,occurred,come,came,go,went,get,got,gets,does it,exactly how,actually,really,simply,entire,whole,every single,each one,it's,i'm,has been,let's,want,need,would like,view,look,hey,hi,hello,thanks,thank,ok,okay,well,now,much,many,own,owned,total of,within the,very,us about,them all,associated,related,particular,certain,specific,specified,having been,made,make,makes,done,does,doing,put,using,used,use,uses,involved,belong,located,contained,listed,based,based on,dollars,dollar,usd,eur,euro,euros,pounds,bucks,in terms of,terms,terms of,regard,regarding,according to,according,s'",
  );
  for (const word of ["type of data", "data", "look", "ever", "want", "information"])
    phrases.set(word, { is: "noise" });
}
