import type { Theme } from "./theme.ts";

/** How things are, and what is done. */
export const qualitiesAndDeeds: Theme = {
  near: `
    young youthful; heavy weighty; fast quick; slow sluggish; rich wealthy; poor needy; cheap inexpensive
    expensive costly; happy glad; popular famous; famous well_known; official formal; domestic national home
    international foreign; foreign overseas; public open; private personal; active current; inactive passive
    former past; annual yearly; monthly by_the_month; daily everyday; primary main principal; main major
    minor secondary; total overall; gross total; various different; distinct different; common usual; rare scarce
    available free; vacant empty; married wed; single unmarried; dead deceased; male masculine; female feminine
    left_handed lefty; right_handed righty; compatible suitable; optional voluntary; mandatory required compulsory
    required needed; requested asked; valid effective; temporary short_term; permanent long_term; affirmative positive
    urgent pressing; safe secure; dangerous hazardous; healthy fit; sick ill

    buy purchase acquire; sell vend; pay spend; earn make; earn gain; cost worth; rent lease hire; own possess hold
    lend loan; borrow take; order request; deliver ship; send dispatch; receive get; return bring_back
    cancel call_off; book reserve; donate give; contribute give; invest put_in; save keep; produce make manufacture
    make create; create build; build construct; design plan; found establish; establish set_up; start begin commence
    begin open; launch start; open start; end finish conclude; finish complete; close end; close shut; stop halt
    expire lapse end; release publish; release issue; publish issue; write author; sing perform; perform play
    play act; direct lead; lead head manage; manage run supervise; supervise oversee; operate run; employ hire
    hire recruit; join enter; join enroll; leave quit; resign quit; retire stop_working; fire dismiss; promote advance
    teach instruct; study learn; attend visit; attend go_to; participate take_part compete; compete contest; win gain
    lose forfeit; beat defeat; score achieve; vote elect; elect choose; support back; oppose resist; nominate propose
    appoint name; assign allocate; register sign_up; enroll register; visit tour; travel go; fly travel; drive steer
    ride travel; depart leave; arrive come; land arrive; stay remain; live reside; reside dwell; locate situate
    born birth; die pass_away; marry wed; kill murder; injure hurt wound; damage harm; destroy ruin; treat cure
    heal cure; diagnose identify; prescribe order; examine check; inspect check; test check; repair fix mend
    maintain service; use utilize employ; contain include; include comprise; consist comprise; involve include
    belong pertain; like love; like prefer; hate dislike; rate grade; review assess; comment remark; report tell
    answer reply; ask request; call phone; appear show_up; occur happen; hold host; organize arrange
    percentage percent proportion; proportion share; average_value mean_value; ratio proportion; degree extent
    quantity_sold number_sold; used applied; supported backed; manage direct; serve work_for; affect hit
    affect influence; hit strike; locate place; situated located; established founded; formed founded; set_up founded
    constructed built; erected built; composed written; penned written; issued published; launched released
    enrolled registered; transported shipped; shipped sent; dispatched sent; recruited hired; employed hired; purchased bought; obtained received
    acquired bought; gained earned; injured hurt; wounded injured; murdered killed; passed_away died
    retired stopped_working; defeated beaten; awarded given; granted given; donated given; assigned allocated
    affiliated associated; associated connected; affiliated connected; related connected; nominated proposed
    elected chosen; appointed named; examined tested; treated cured; prescribed ordered`,
  like: `
    strong powerful; total gross; overall total; net clear; formal official; national domestic; local domestic
    global international; original first; hire join; arrive deliver; employ work; make build; make manufacture
    manufacture build; found start; found open; found create; establish open; establish start; establish create
    attend join; attend participate; visit attend; compete attend; lead direct; lead win; head direct; hold organize
    play participate; win receive; provide supply; supply deliver; issue publish; issue give; publish release
    write compose; sing record; record perform; appear act; star act; star appear; play perform; know speak
    speak talk; live stay; come arrive; reach arrive; finish end; gain earn; receive earn; spend pay; charge cost
    save invest; process handle; demand request; require request; require need; request order; apply request
    enroll attend; register enroll; join register; sign_up register; take enroll; study attend; instruct teach`,
};
