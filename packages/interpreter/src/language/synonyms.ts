import { stem } from "./inflection.ts";

/** Words that are used for one another so freely that either is meant even where both are names of the schema. */
const same = `
  gender sex; country nationality; order purchase; product item; name title; email mail; phone telephone; film movie
  duration length; start begin; birth birthday; year yr; number num; identifier id`;

/** General words that stand for one another, pair by pair; either may be the schema's. */
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

  salary wage; salary pay; salary earn; wage earn; salary compensation; wage pay; income earn; income salary
  cost expense; cost spend; expense expenditure; expense spend; price cost; price fee; price rate; price fare
  fee charge; cost charge; discount reduction; invoice bill; return refund; donation gift; donation contribution
  product good; product article; stock inventory; quantity unit; shipment delivery
  loan borrow; loan lend; shipment parcel; shipment consignment; parcel package; booking reservation

  zip postcode; zip postal; surname lastname
  address street; address location; location place; location site; location venue; venue place; city town; capital city
  country nation; region area; area zone; region zone; region territory
  title headline; job position; job occupation; job profession; job role
  position role; occupation profession; rank ranking

  end finish; depart leave; duration runtime; length runtime; length millisecond
  elevation height; altitude height; altitude elevation; speed velocity; weight mass
  size dimension; capacity size; amount sum; amount quantity

  category type; category kind; category genre; kind type; genre type; topic subject
  topic theme; subject theme; description detail; description summary; comment remark; comment note; note remark
  plan tier; session visit; visit appointment; grade mark; grade score; score point; score mark; score rating
  rating star; rating grade; review feedback; complaint issue; problem issue; task job; task assignment

  gig concert; screening showing
  song track; song tune; track tune; image picture; image photo; picture photo; photo photograph
  car vehicle; car automobile; vehicle automobile; truck lorry; aircraft plane; aircraft airplane; airplane plane
  ship vessel; boat ship; bike bicycle; trip journey; trip ride; route line; game match; competition tournament
  competition contest; tournament contest; stadium arena; win victory; loss defeat; document file; contract agreement
  medicine drug; medicine medication; drug medication; treatment therapy; surgery operation; disease illness
  apartment flat; house home; university college; school college; magazine journal; language tongue; crime offense`;

/** The words of each pair, by stem. */
function pairsOf(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string) => found.set(from, (found.get(from) ?? new Set()).add(to));
  for (const pair of list.split(/[;\n]/)) {
    const [a, b] = pair.trim().split(" ").map(stem);
    if (a === undefined || b === undefined) continue;
    add(a, b);
    add(b, a);
  }
  return found;
}

const [sames, alikes] = [pairsOf(same), pairsOf(alike)];

/** True when two stems are said for the same thing without a difference. */
export const areSame = (a: string, b: string): boolean => sames.get(a)?.has(b) ?? false;

/** True when two stems stand for the same thing in everyday business language. */
export const areSynonyms = (a: string, b: string): boolean => alikes.get(a)?.has(b) ?? false;
