import { stem } from "./inflection.ts";
import { singular } from "./words.ts";

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

/** Words that may stand for one another where the schema has none of its own for them; any of a set may be its name. */
const loose = `
  customer member; customer guest; client member; client guest
  customer client buyer shopper patron purchaser consumer; employee staff worker personnel colleague
  manager boss supervisor; manager leader head chief; leader head captain; people person individual human
  adult grownup; woman female; man male; child kid; baby infant; doctor physician medic; surgeon doctor
  teacher instructor tutor lecturer educator; professor instructor lecturer teacher; professor academic
  teacher faculty; faculty professor instructor; coach trainer; student pupil learner; student undergraduate
  lawyer attorney solicitor; author writer novelist; singer vocalist; actor performer; performer entertainer
  player gamer footballer; athlete sportsman; participant contestant entrant; participant player; competitor rival
  visitor tourist; tenant renter lessee; landlord owner; owner proprietor holder; resident inhabitant citizen
  driver chauffeur; driver racer; rider cyclist; rider jockey; pilot aviator; passenger traveler traveller
  salesperson salesman seller; seller merchant; sponsor backer funder; investor shareholder stockholder; donor giver
  contributor donor; judge referee umpire; winner champion victor; parent guardian; friend buddy; technician mechanic
  technician engineer; scientist researcher; founder entrepreneur; entrepreneur businessman; politician statesman
  representative congressman; chef cook; waiter server; policeman officer; applicant candidate; borrower debtor
  successor heir; follower fan; expert specialist; assistant helper; volunteer helper; host presenter
  composer songwriter; architect designer; company firm corporation business enterprise; organization association
  organization institution; institution institute; institution university; organization agency; agency bureau
  supplier vendor provider; manufacturer builder; brand make; shop store outlet boutique; branch outlet; branch office
  bureau office; headquarter hq; headquarter office; division unit; team squad crew; team club; club society
  group band; school college academy; school university; bank lender; hospital clinic; pharmacy drugstore chemist
  restaurant eatery diner; hotel inn lodging; theater cinema; museum gallery; airport aerodrome airfield
  station terminal; stop station; stadium venue; court arena; farm ranch; factory plant; warehouse depot storehouse
  market marketplace; airline carrier; courier carrier; publisher press; church chapel; government administration
  army military; party faction; salary compensation remuneration; salary wage pay payroll; revenue income; revenue proceed; profit gain
  profit margin; budget fund; funding grant; cost expense expenditure; price charge; price tariff; bill charge
  discount reduction rebate; refund reimbursement; donation gift contribution; loan credit; tax levy duty
  debt liability; asset property; asset wealth; commission bonus; tip gratuity; penalty fine; transaction transfer
  transaction operation; payment transaction; subscription membership; subscription plan; voucher coupon; money cash
  product good merchandise; item article; item line; item good; merchandise item; shipment delivery consignment; package bundle; package shipment
  appointment reservation booking; appointment meeting; order purchase; album record; image picture photo photograph
  painting picture; painting artwork; film movie; film picture; video clip; car vehicle automobile auto; plane jet
  ship vessel boat; bike cycle; motorcycle motorbike; trip journey ride; trip tour voyage; journey travel; route path
  road street highway; competition tournament contest championship; competition event; race competition
  event occasion; festival celebration; show performance; exhibition exhibit; exhibition show; meeting conference
  loss damage; prize award; award honor; award medal; grade rank; rating rank; rank position; result outcome
  league division; file record; record entry; contract deal; paper publication; article post; book publication
  publication issue; journal periodical; newspaper journal; comment annotation; review comment; review critique
  feedback opinion; text content message; message mail; letter mail; treatment procedure; disease illness sickness
  disease ailment disorder; symptom sign; injury wound; death fatality; death casualty; victim casualty
  apartment unit; home residence; home property; bedroom bed; bathroom bath; house dwelling; residence dwelling; property estate; building block; building house
  room chamber; bathroom washroom toilet restroom; bedroom room; floor storey story level; facility amenity
  course class; course subject; course lesson; course module; course curriculum; class lesson; lesson session
  lecture class; degree qualification; major discipline specialty; subject discipline; semester term
  exam test examination; exam quiz; homework assignment; enrollment registration; enroll register; dormitory dorm hall
  hall room; scholarship bursary; accident crash collision; accident incident; fault defect; fault error
  failure fault; bug defect; bug error; ticket issue; task duty; project assignment; skill ability; skill competence
  feature characteristic; characteristic attribute property; attribute trait; trait characteristic; detail information
  information data; label tag; job post; position post; opening position vacancy; career profession; duty responsibility
  category type kind class; kind genre type; sort kind; category group; type style; type model; variety type
  topic title; status condition; title caption; nickname alias; nickname moniker; phone mobile cellphone; website site
  website homepage; password passcode; identifier key; code identifier; address residence; location place site
  location spot; venue site; town village; city municipality; nationality citizenship; state province; region district
  district area; district borough; county district; area territory; zone sector; hometown birthplace; origin source
  source provenance; destination target; destination arrival; mountain peak; mountain hill; river stream; sea ocean
  island isle; forest wood; park garden; border boundary; neighborhood quarter; height stature; speed pace; size area
  capacity seat; width breadth; color hue; power strength; amount quantity volume; rain precipitation rainfall
  wind gust; temperature degree; period duration; period span; start beginning; start commence; start launch
  end conclude; end expire; arrive come; arrival landing; departure takeoff; found establish; establish create
  create make; creation establishment; founding establishment; release publish; release launch; join enroll
  hire employ; hire recruit; hire join; arrive deliver; employ work; quit leave; resign leave; buy purchase; rent lease; hire rent; own possess
  own hold; build construct; produce manufacture; make produce; make manufacture; teach instruct; attend visit
  attend join; compete participate; lead head; lead manage; supervise manage; live reside; damage harm; injure hurt
  injure wound; treat cure; vote ballot; election poll; election vote; campaign drive; policy rule; law regulation
  plant flower; breed species; species kind; crop harvest; computer machine; device gadget; device machine
  machine equipment; software program; application program; app application; chip processor; phone handset
  food dish meal; food cuisine; drink beverage; flavor taste; recipe formula; clothes clothing apparel
  furniture furnishing; weapon arm; battle war; war conflict; battle fight; fuel gas petrol; gas petrol; energy power
  electricity power; religion faith; sculpture statue; band ensemble; orchestra ensemble; orchestra band; lyric text
  drama play; musical show; role character; role part; series show; episode part; show program; cartoon animation
  hobby interest; survey questionnaire; survey poll; answer response reply; question query inquiry; equipment gear
  tool instrument; part component; part piece; component element; material substance; maintenance upkeep
  maintenance repair; repair fix; inspection check; inspection audit; check test; tier level; stay visit
  reference citation; effect impact; effect influence; interaction contact; reward prize; goal aim; goal target
  objective goal; purpose aim; weather climate; storm hurricane; storm tempest; flood inundation; activity exercise
  activity hobby; method way; procedure process; process workflow; stage phase; step stage; version edition
  edition issue; channel station; station stop; queue line; demand request; request order; request inquiry
  supply provide; advertisement ad; ad advert; catalog list; folder directory; login account; account profile; account user
  user member; permission right; update change; change modification; increase rise; decrease drop; revenue turnover
  boy male; girl female; customer consumer; founded established; established creation; content text
  description content; audience attendee spectator; fate destiny; official formal; bodybuilder builder
  cellphone phone; mobile phone; participant attendee audience; experience background; gathering meeting
  wealth fortune; debate discussion; staff member; insurance policy
  crew employee staff; crew member; hall venue; vet veterinarian doctor; customer subscriber hirer renter
  client owner; client patient; client subscriber; customer owner; lapse expire end; tariff plan
  claim case; ticket case; incident case; payout payment; installment instalment payment; play production; play show
  van vehicle; lorry vehicle; truck vehicle; depot branch; branch location
  cause reason; absence leave; vacation holiday leave; mileage distance; mileage odometer; quote quotation estimate
  quote offer; lead prospect; prospect opportunity; deal opportunity; deal sale; chat conversation; meter sensor
  reading measurement; outage incident; breakdown fault; garage workshop; sku product; bin location; dose dosage
  ward department; ward unit; delegate attendee; workout class; workout session; roster shift; rota shift; finished completed; output production produced`;

/** The other words of the sets of each word, in the form given. */
function othersIn(list: string, form: (word: string) => string): Map<string, ReadonlySet<string>> {
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
// By the words themselves: by their stems a lecturer would be a lecture, and an applicant an application.
const looses = othersIn(loose, singular);
// Customers may be kept as accounts; an account that is spoken of is seldom a customer.
for (const word of ["customer", "client"]) looses.set(word, new Set([...(looses.get(word) ?? []), "account"]));

const NO_OTHERS: ReadonlySet<string> = new Set();

/** True when two stems may stand for one another. */
export const areSynonyms = (a: string, b: string): boolean => [sames, alikes].some((sets) => sets.get(a)?.has(b));

/** What a word may stand for: stems without a difference, stems in everyday business language, and words (in the singular) where nothing is called by it. */
export const otherWords = (said: string): Record<"same" | "alike" | "loose", ReadonlySet<string>> => ({
  same: sames.get(stem(said)) ?? NO_OTHERS,
  alike: alikes.get(stem(said)) ?? NO_OTHERS,
  loose: looses.get(said) ?? looses.get(singular(said)) ?? NO_OTHERS,
});
