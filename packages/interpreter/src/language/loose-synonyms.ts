import { othersIn } from "./synonyms.ts";
import { singular } from "./words.ts";

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
  ward department; ward unit; delegate attendee; workout class; workout session; roster shift; rota shift; finished completed; output production produced
  employee staffer hand; worker laborer labourer staffer; staff workforce crew; competitor player athlete racer
  player sportsperson; swimmer athlete; runner athlete; skater athlete; gymnast athlete; climber mountaineer alpinist
  pilot flyer airman captain; captain skipper; driver motorist operator; passenger flyer; director filmmaker moviemaker
  actor actress thespian; singer artist; musician instrumentalist; painter artist; author creator poet; editor redactor
  journalist reporter correspondent columnist; president leader head chair; chairman chair chairperson; mayor leader
  governor leader; minister secretary; secretary head assistant; delegate representative envoy; politician lawmaker
  legislator lawmaker; voter elector; candidate nominee contender aspirant; nurse caregiver carer; doctor clinician gp
  physician clinician; patient inpatient outpatient; victim sufferer; engineer developer; developer programmer coder
  scientist academic; researcher investigator; investigator detective inspector; host organizer moderator
  organizer planner; guest invitee; audience viewer crowd listener; viewer watcher spectator; user subscriber
  follower subscriber; friend pal buddy acquaintance companion; investor financier; lender creditor
  supplier distributor wholesaler; seller dealer retailer; dealer trader merchant; broker agent
  farmer grower; grower producer planter; owner possessor keeper; tenant occupant lodger; resident dweller occupant
  landlord lessor; criminal offender perpetrator culprit; officer cop policeman; prisoner inmate; judge justice magistrate
  people folk; child youngster youth; teenager adolescent; woman lady; man gentleman; spouse partner wife husband
  founder creator originator inventor; builder contractor; manager executive administrator; administrator admin
  assistant aide; priest pastor clergyman; champion titleholder; opponent rival adversary

  institution establishment; company establishment; business establishment; committee council board panel commission
  club association union; association league federation; team side franchise; division section; department section office
  section part segment; ministry department; winery vineyard; vineyard estate; farm holding plantation; factory mill works
  shop market supermarket; cinema theatre; stadium ground; venue ground; hotel motel resort; library archive
  hospital infirmary; clinic practice; church cathedral parish; campus site; airport airstrip; port harbor harbour
  prison jail; court tribunal; park reserve; garden yard; building edifice structure; apartment condo condominium suite
  house cottage villa; room space; floor level; street avenue lane; bridge viaduct; truck van; train railway locomotive
  aircraft aeroplane airliner; plane aeroplane; helicopter chopper; ship craft; boat craft; bus coach

  album disc lp; record disc; song piece composition melody; movie flick; film flick; game fixture contest
  match fixture encounter bout contest; race contest; competition cup; tournament cup; event happening function
  party celebration gathering; festival fair fest; ceremony celebration; wedding marriage; concert recital
  exhibition exposition expo display; session sitting; lecture talk; speech talk; conference congress convention symposium
  workshop seminar; document paper; paper article manuscript; article essay; book volume novel; volume tome
  publication work; newspaper paper; letter correspondence; message note; tweet post; post entry; comment reply
  review opinion evaluation assessment; rating evaluation assessment; opinion view; survey study; study investigation
  photo snapshot shot; painting canvas; artwork piece; picture illustration; drawing sketch
  project initiative undertaking venture; program initiative; mission expedition; trip expedition excursion
  tour excursion; flight connection; route itinerary; trail path; activity pastime; hobby pastime; sport discipline
  problem trouble difficulty fault; issue difficulty trouble; fault malfunction; failure breakdown; defect flaw
  mistake error; complaint grievance; accident mishap wreck; crime felony violation; violation infraction
  allergy intolerance hypersensitivity; disease condition; illness condition; injury trauma; medicine remedy cure
  medication remedy pill; treatment operation; procedure operation; vaccine shot jab; tryout trial audition

  product offering; service offering; thing object; asset possession holding; property possession
  device appliance apparatus; machine apparatus; tool utensil; component module; ingredient constituent; wine vintage
  policy contract coverage; agreement treaty accord; claim demand; request application; application submission
  purchase acquisition; transaction deal; payment installment; ticket admission pass; license permit
  certificate diploma; degree diploma; scholarship stipend; grant subsidy funding; budget funding; loan advance borrowing
  price sum; bonus premium; revenue earning takings; profit surplus; share stock; rent rental

  title heading designation; label caption; color shade tint; size magnitude extent; area surface extent acreage expanse
  height tallness; length extent; weight heaviness; temperature heat; capacity occupancy; attendance turnout crowd
  rank place standing; ranking rank position place standing; position standing spot; job employment; status situation; type sort category; format form layout
  level stage; stage leg; score tally; result finding consequence; period era; start outset; end close
  death demise passing; schedule timetable calendar; description explanation text; explanation note; detail particular specific
  note memo; summary overview abstract; text wording; major subject specialization; field discipline; theme motif
  purpose intention; reason motive ground; method means approach technique; way means; country land homeland; region land
  state territory; district neighborhood quarter ward; county shire; city metropolis; town settlement; village settlement hamlet
  place locale; location locale whereabouts; address whereabouts; headquarter base; religion belief; denomination religion faith
  race ethnicity; amenity convenience; facility installation; feature property; characteristic quality; benefit perk advantage
  brand trademark label; version release; edition print; market trade; industry sector trade; trade commerce
  channel network; show broadcast; award trophy distinction; trophy cup; storm cyclone typhoon; river waterway
  mountain summit; forest woodland; beach shore; coast shore; animal creature beast; pet animal; dog hound; plant tree
  password secret; discount markdown; delivery dispatch; parcel packet; invoice statement; receipt slip; reservation table
  inspection examination; training practice drill; workshop course; subscription contract; fee dues; deposit downpayment
  warehouse storage; stock supply; vehicle transport; fleet vehicle; salary emolument; holiday break; absence sickness`;

// By the words themselves: by their stems a lecturer would be a lecture, and an applicant an application.
const looses = othersIn(loose, singular);
// Customers may be kept as accounts; an account that is spoken of is seldom a customer.
for (const word of ["customer", "client"]) looses.set(word, new Set([...(looses.get(word) ?? []), "account"]));

const NO_OTHERS: ReadonlySet<string> = new Set();

/** What a word may stand for, in the singular, where nothing is called by it. */
export const looseWords = (said: string): ReadonlySet<string> =>
  looses.get(said) ?? looses.get(singular(said)) ?? NO_OTHERS;
