import { stem } from "./inflection.ts";

/** Words that are used for one another so freely that either is meant even where both are names of the schema. */
const same = `
  gender sex; country nationality; order purchase; product item; name title; email mail; phone telephone; film movie
  duration length; start begin; birth birthday; year yr; number num; identifier id`;

/** General words that stand for one another, set by set; any of a set may be the name of the schema. */
const alike = `
  customer client; customer buyer; customer shopper; customer patron; client buyer
  employee staff; employee worker; employee personnel; employee colleague; staff worker; staff personnel
  manager boss; manager supervisor; people person; person individual
  doctor physician; teacher instructor; teacher tutor; teacher lecturer; professor instructor; professor lecturer
  student pupil; lawyer attorney; author writer; artist performer; artist musician; player athlete
  participant contestant; participant competitor; participant attendee; guest visitor; tenant renter
  owner proprietor; population inhabitant; resident inhabitant; member subscriber

  company firm; company corporation; company organization; company business; firm organization
  supplier vendor; supplier provider; vendor seller; manufacturer maker; manufacturer producer; maker producer
  shop store; department dept; division department; team squad

  salary wage; salary earn; wage earn; salary compensation; income earn; income salary
  cost expense; cost spend; expense expenditure; expense spend; expense disbursement; price cost; price fee; price rate; price fare
  fee charge; cost charge; discount reduction; invoice bill; return refund; donation gift; donation contribution
  product good; product article; stock inventory; quantity unit; shipment delivery
  loan borrow; loan lend; shipment parcel; shipment consignment; parcel package; booking reservation

  zip postcode; zip postal; surname lastname
  address street; address location; location place; location site; location venue; venue place; city town; capital city
  country nation; region area; area zone; region zone; region territory
  title headline; job position; job occupation; job profession; job role
  position role; occupation profession; rank ranking

  end finish; resolve solve; depart leave; duration runtime; length runtime; length millisecond
  elevation height; altitude height; altitude elevation; speed velocity; weight mass
  size dimension; capacity size; amount sum; amount quantity

  category type; category kind; category genre; kind type; genre type; topic subject
  topic theme; subject theme; description detail; description summary; comment remark; comment note; note remark
  plan tier; session visit; visit appointment; grade mark; grade score; score point; score mark; score rating
  rating star; rating grade; review feedback; complaint issue; problem issue; task job; task assignment

  gig concert; screening showing
  song track; song tune; track tune; image picture; image photo; picture photo; photo photograph
  flight fly; car vehicle; car automobile; vehicle automobile; truck lorry; aircraft plane; aircraft airplane; airplane plane
  ship vessel; boat ship; bike bicycle; trip journey; trip ride; route line; game match; competition tournament
  competition contest; tournament contest; stadium arena; win victory; loss defeat; document file; contract agreement
  medicine drug; medicine medication; drug medication; treatment therapy; surgery operation; disease illness
  apartment flat; house home; university college; school college; magazine journal; language tongue; crime offense`;

/** The other words of the sets of each word, in the form given. */
export function othersIn(list: string, form: (word: string) => string): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const set of list.split(/[;\n]/)) {
    const forms = set.trim().split(" ").map(form);
    for (const one of forms) {
      found.set(one, new Set([...(found.get(one) ?? []), ...forms.filter((other) => other !== one)]));
    }
  }
  return found;
}

const [sames, alikes] = [othersIn(same, stem), othersIn(alike, stem)];
const NO_OTHERS: ReadonlySet<string> = new Set();

/** True when two stems may stand for one another. */
export const areSynonyms = (a: string, b: string): boolean => [sames, alikes].some((sets) => sets.get(a)?.has(b));

/** What a word may stand for: stems without a difference, and stems in everyday business language. */
export const otherWords = (said: string): Record<"same" | "alike", ReadonlySet<string>> => ({
  same: sames.get(stem(said)) ?? NO_OTHERS,
  alike: alikes.get(stem(said)) ?? NO_OTHERS,
});
