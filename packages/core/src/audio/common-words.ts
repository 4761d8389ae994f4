/**
 * Frequent English words in their base form. A transcript's own words are never taken for a badly heard name: what people
 * say is far more often one of these than a name that sounds like it.
 */
const words = `
a able about above absence accept access accident accord account accountant accurate achieve across act action active actual actually ad adapt
add address adequate adjust admin admit adopt adult advance advantage advertise advice advise affair affect afford afraid after afternoon
afterward again against age agency agenda agent ago agree ahead aid aim air airport alarm alert alike alive all allow almost alone along
already alright also alter although altogether always am amaze among amount an analysis analyst analyze ancient and anger angle angry animal
announce annual another answer anticipate anxious any anybody anyhow anymore anyone anything anyway anywhere apart apartment app apparent
appeal appear apple apply appoint appreciate approach appropriate approve approximate april area argue argument arise arm army around
arrange arrive arrow art article artist as aside ask asleep aspect assess asset assign assist associate assume assure at attach attack
attempt attend attention attitude attract auction audience audit august author authority auto automatic autumn available average avoid awake
award aware away awful baby back background backlog backup bad bag bake balance ball ban band bank bar bare barely bargain barrel base basic
basis basket bath batch battle be beach bear beat beautiful beauty became because become bed bedroom been beer before began begin behalf
behave behavior behind being belief believe bell belong below belt bench benchmark bend benefit beside best bet better between beyond bid big
bike bill billion bind bird birth bit bite bitter black blame blank bless blind block blog blood blow blue board boat body boil bold bomb bond
bone bonus book boom boost boot border bore born borrow boss both bother bottle bottom bought bounce boundary bow bowl box boy brain branch
brand brave bread break breakdown breakfast breath breathe bridge brief bright brilliant bring broad broke broken brother brought brown browse
browser brush bucket budget bug build built bulk bulletin bunch bundle burden burn burst bury bus business busy but butter button buy buyer by
bye cabin cable cake calculate calendar call came camera camp campaign can cancel cancer candidate cannot cap capable capacity capital captain
capture car card care career careful cargo carrier carry cart case cash cast cat catalog catch category caught cause caution cease ceiling celebrate
cell cent center central century certain certificate chain chair challenge chamber champion chance change channel chapter character charge
charity chart chase chat cheap cheat check checklist checkout cheese chemical cherry chest chicken chief child children chip chocolate choice choose
chose chosen church churn circle citizen city civil claim clarify class classic classify clause clean clear clerk clever click client climate
climb clinic clock close cloth clothes cloud club clue cluster coach coal coast coat code coffee cohort coin cold collapse colleague collect
college color column combine come comfort comfortable command comment commerce commercial commission commit committee commodity common
communicate community company compare comparison compete competition complain complete complex complicate component comprehensive compute
computer concentrate concept concern conclude conclusion concrete condition conduct conference confidence confident confirm conflict confuse
connect conscious consent consequence consider consist consistent constant construct consult consumer contact contain content contest context
continue contract contrast contribute control convenient conversation conversion convert convince cook cookie cool cooperate coordinate cope
copy cord core corn corner corporate correct correlate cost could council count counter country county couple coupon courage course court cousin cover
crack craft crash crazy cream create credit crew crime crisis criterion critic critical crop cross crowd crucial cry culture cup cure curious
currency current curve customer cut cycle dad daily damage dance danger dare dark dash dashboard data database date daughter day dead deadline deaf
deal dealer dear death debate debit debt decade december decide decision deck declare decline decrease deep deer default defeat defend defer define
degree delay delete deliberate deliver delivery demand demo democracy deny depart department depend deploy deposit depth derive describe desert deserve
design desire desk despite destroy detail detect determine develop device dial dialog diary dictionary did die diet differ difference different
difficult dig digital dimension dinner direct direction director dirt dirty disagree disappear disappoint disaster discount discover discuss disease
dish disk dismiss display dispute distance distinct distribute district disturb divide division do doctor document does dog dollar domain domestic done
door double doubt down download downstairs downtown dozen draft drag drama draw drawer dream dress drew drink drive driven driver drop drove dry due dull dump
duplicate during dust duty each eager ear early earn earth ease easily east eastern easy eat economic economy edge edit education effect effective
efficient effort egg eight eighteen eighth eighty either elect electric electronic element eleven eliminate else elsewhere email embed emerge emergency emotion emphasis
employ employee employer empty enable encounter encourage end endpoint enemy energy enforce engage engine engineer enjoy enormous enough enquiry ensure enter
enterprise entertain entire entitle entrance entry environment equal equip error escape especially essay essential establish estate estimate
etc euro evaluate even evening event eventual ever every everybody everyday everyone everything everywhere evidence evident evil evolve exact exam examine
example exceed excel excellent except exception excess exchange excite exclude excuse execute executive exercise exhibit exist exit expand expect
expense expensive experience experiment expert explain explicit explore export expose express extend extension extensive extent extra extract extreme
eye face facility fact factor factory fail failure fair faith fall false familiar family famous fan fancy far fare farm farmer fashion fast fat
father fault favor favorite fear feature february fed fee feed feedback feel feet fell fellow felt female fence festival fetch few fiction field fifteen
fifth fifty fight figure file fill film filter final finally finance financial find fine finger finish fire firm first fiscal fish fit five fix flag
flat flavor flaw fleet flew flexible flight float flood floor flow flower fly focus fog fold folder folk follow food fool foot for force forecast foreign
forest forever forget forgot form formal format former formula forth fortune forty forum forward fought found foundation four fourteen fourth frame framework
fraud free freedom freeze freight frequent fresh friday friend from front frozen fruit fuel full fun function fund funnel funny furniture further future gain game gap
garage garden gas gate gather gauge gave general generate generation gentle genuine get giant gift girl give given glad glass global go goal god goes gold gone
good goods got govern government grab grade gradual graduate grain grand grant graph grass grateful gray great green greet grew grey grocery gross ground group
grow grown growth guarantee guard guess guest guide guilty guy habit had hair half hall hammer hand handle hang happen happy hard hardly hardware harm has hat hate
have he head headline health healthy hear heard heart heat heavy height held hello help hence her here hero herself hesitate hey hi hidden hide hierarchy high
highlight highway hill him himself hint hire his history hit hobby hold hole holiday home honest honor hope horse hospital host hot hotel hour house household
housing how however huge human hundred hung hungry hunt hurry hurt husband i ice icon idea ideal identify identity if ignore ill illegal image imagine
immediate impact implement imply import important impossible impress improve in inch incident include income increase indeed independent index
indicate individual industry influence inform information initial initiative injury inner innovation input inquiry inside insight insist inspect install
instance instant instead institute instruction insurance integrate intelligent intend intense intention interact interest interface internal international
internet interview into introduce inventory invest investigate investor invite invoice involve iron is island isolate issue it item its itself january jacket jet
job join joint joke journal journey judge juice july jump june junior jury just justice justify keen keep kept key keyboard keyword kick kid kill kind king kiss
kitchen knee knew knife knock know knowledge known label labor lack lady laid lake lamp land landing landscape lane language laptop large last late lately later laugh launch law
lawyer lay layer layout lazy lead leader leaf league lean learn lease least leather leave lecture led left leg legal lend length less lesson let letter level liability license lie life
lift light like likely limit line link lion lip liquid list listen literally literature little live load loan local locate location lock log logic login logo logout
long look loose lose loss lost lot loud love low lower loyal luck lucky lunch machine mad made magazine magic mail mailbox main maintain maintenance major
make male mall man manage management manager manner manual manufacture many map march margin mark market marketing marry mass massive master match mate material math
matter maximum may maybe mayor me meal mean meant meanwhile measure meat mechanism media medical medicine medium meet member membership memory men mental mention menu
merchant mere merge merit mess message met metal meter method metric middle might mile military milk million mind mine minimum minor minute mirror miss mission mistake mix
mobile mode model moderate modern modify module mom moment monday money monitor month mood moon moral more moreover morning mortgage most mostly mother motion motor mountain mouse mouth
move movie mr mrs much multiple murder muscle museum music must my myself name narrow nation national natural nature near nearby nearly neat necessary neck need negative negotiate neighbor
neither net network never nevertheless new news newspaper next nice night nine nineteen ninety ninth no nobody node noise none nor normal north northern nose not note notebook nothing notice
notify novel november now nowhere number numerous nurse object objective obtain obvious occasion occupy occur ocean october odd of off offer office officer official offline offset often oil
okay ok old on onboard once one ongoing online only onto open operate opinion opponent opportunity oppose opposite opt optimal option or orange order ordinary organic organization
organize origin original other otherwise ought our ours ourselves out outcome outlet outlook output outside outstanding over overall overcome overdue overhead overnight overview owe own owner oxygen pace pack package
page paid pain paint pair palace panel panic paper paragraph parallel parcel parent park part participate particular partner party pass passage passenger passion password past patch path
patient pattern pause pay payable payment payroll peace peak pen penalty pending people pepper per percent percentage perfect perform performance perhaps period permanent permission permit person
personal personnel persuade phase phone photo phrase physical piano pick picture piece pig pile pilot pin pink pipe pipeline pitch pivot pizza place plain plan plane planet plant plastic plate platform
play player please pleasure plenty plot plug plus pocket poem point pole police policy polite political politics poll pool poor pop popular population port portfolio portion position positive possess
possible post postal postcode pot potato potential pound pour power practical practice pray precise predict prefer prefix pregnant premium prepare presence present preserve president press
pressure pretend pretty prevent previous price pride primary prime prince principal principle print prior priority prison private prize probably problem procedure proceed process produce
product production profession professional professor profile profit program progress project promise promote promotion prompt proof proper property proportion proposal propose prospect
protect protest proud prove provide province public publish pull pump pure purpose purchase pursue push put qualify quality quantity quarter query question queue quick quiet quit quite quota quote
race rack radio rail rain raise ran random range rank rapid rare rate rather ratio raw reach react read reader ready real realistic realize really rear reason receipt receivable receive recent recipe reckon recognize
recommend record recover recruit red redo reduce refer reference refine reflect refresh refund refuse regard regardless region register regret regular regulate reject relate relation relationship relative
relax release relevant reliable relief religion rely remain remark remember remind remote remove renew rent repair repeat replace reply report represent republic reputation request require rescue
research reserve reset resident resist resolve resort resource respect respond response responsible rest restaurant restore restrict result resume retail retailer retain retention retire retry return reveal revenue
reverse review revise revolution reward rice rich rid ride right ring rise risk river road rock role roll roof room root rope rose rough round route routine row royal rule run rural rush sad safe safety said sail salary
sale sales salt same sample sand sat satellite satisfy saturday sauce save saw say scale scan scare scenario scene schedule scheme school science scope score screen script sea search season seat second secret
secretary section sector secure security see seed seek seem segment seldom select self sell seller send senior sense sensitive sent sentence separate september sequence series serious serve server service
session set setting settle setup seven seventeen seventh seventy several severe shade shadow shake shall shape share sharp she sheet shelf shell shift shine ship shipment shipping shirt shock shoe shoot shop shopping shore
short shot should shoulder shout show shower shown shut shy sick side sight sign signal significant signup silence silent silly silver similar simple simply since sing single sink sir sister sit site situation six
sixteen sixth sixty size skill skin skip sky sleep slice slide slight slip slot slow small smart smell smile smoke smooth snap snow so soap social society sock soft software soil sold soldier sole solid solution solve some somebody
somehow someone something sometimes somewhat somewhere son song soon sorry sort soul sound soup source south southern space span spare speak special specialist specific spell spend spent spike spirit split spoke spoken sport spot
spread spreadsheet spring sprint square stable stack staff stage stair stake stale stamp stand standard star stare start startup state statement static station statistic status stay steady steal steel steep step
stick still stock stomach stone stood stop storage store storm story straight strange strategy stream street strength stress stretch strict strike string strip stripe strong structure struggle student studio study stuff
stupid style subject submit subscribe subscriber subscription subsequent substance succeed success successful such sudden suffer sufficient sugar suggest suit suite sum summarize summary summer sun sunday super supplier supply support suppose
sure surface surge surgery surplus surprise surround survey survive suspect suspend sustain swap sweet swim switch symbol sync system tab table tackle tag take taken talent talk tall tank tap tape target task taste taught tax tea teach
teacher team tear tech technical technique technology teen telephone television tell temperature template temporary ten tend tender tennis term terrible territory test text than thank that the theater their them theme
themselves then theory there therefore these they thick thin thing think third thirteen thirty this thorough those though thought thousand thread threat three threshold threw through throughout throw thumb thursday thus ticket
tie tight till time timeline tiny tip tire title to toast today toe together token told tomorrow tone tongue tonight too took tool tooth top topic total touch tour tourist toward towards tower town toy trace track trade trader tradition
traffic train transaction transfer transform transit transition translate transport trap travel treat tree tremendous trend trial tribe trick trigger trip trouble truck true trust truth try tube tuesday tune turn turnover twelve
twenty twice twin two type typical ugly ultimate unable uncle under underlying understand understood unfortunately uniform union unique unit unite universe university unknown unless unlike unlikely until unusual up update upgrade upload
upon upper ups upset upside upstairs upward urban urge urgent us usage use used useful user username usual utility vacation valid valuable value van variable variant variety various vary vast vehicle vendor venture verify version versus
vertical very via victim victory video view village violence virtual virus visible vision visit visitor visual vital voice volume vote voucher vs wage wait wake walk wall want war warehouse warm warn warranty was wash waste watch water wave way we
weak wealth weapon wear weather web webinar website wedding wednesday week weekday weekend weekly weigh weight welcome well went were west western wet what whatever wheel when whenever where whereas wherever whether which while whisper white who
whoever whole whom whose why wide widespread wife wild will win wind window wine wing winner winter wire wise wish with withdraw within without witness woke woman women won wonder wood wooden word work worker workflow workforce workshop world
worry worse worst worth would wrap write writer written wrong wrote yard yeah year yellow yes yesterday yet yield you young your yours yourself youth zero zone
`;

const common = new Set(words.split(/\s+/).filter(Boolean));

/** Inflected endings and what the base form has in their place. */
const endings: readonly (readonly [ending: string, bases: readonly string[]])[] = [
  ["ies", ["y", "ie"]],
  ["ied", ["y"]],
  ["ier", ["y"]],
  ["iest", ["y"]],
  ["ily", ["y"]],
  ["es", ["", "e"]],
  ["s", [""]],
  ["ed", ["", "e"]],
  ["ing", ["", "e"]],
  ["ers", ["", "e"]],
  ["er", ["", "e"]],
  ["or", ["", "e"]],
  ["est", ["", "e"]],
  ["ly", ["", "e"]],
  ["ion", ["", "e"]],
  ["ment", [""]],
  ["ness", [""]],
  ["able", ["", "e"]],
];

/** "stopp" → "stop": a consonant doubled before an ending. */
const undoubled = (base: string) => (base.at(-1) === base.at(-2) ? [base, base.slice(0, -1)] : [base]);

/** True for a frequent English word (lower case) in any of its forms. */
export const isCommon = (word: string): boolean =>
  common.has(word) ||
  endings.some(
    ([ending, bases]) =>
      word.length > ending.length + 2 &&
      word.endsWith(ending) &&
      bases.some((base) => undoubled(word.slice(0, -ending.length) + base).some((stem) => common.has(stem))),
  );

const functionWords = new Set(
  `a about after all also am an and any are as at be because been before but by can could did do does for from had has have he her his how i if in into is it its
   just like me more most my no not now of off on once one only or other our out over per please she should so some than that the their them then there these they
   this those to under until up us very via was we were what when where which who why will with would you your`.split(
    /\s+/,
  ),
);

/** True for a word (lower case) that holds sentences together and is seldom part of a name. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word);
