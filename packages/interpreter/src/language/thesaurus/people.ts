import type { Theme } from "./theme.ts";

/** Who people are to others, and what they do for a living. */
export const people: Theme = {
  near: `
    person individual human; people folk; child kid youngster; baby infant newborn; teenager adolescent teen
    adult grownup; man gentleman male; woman lady female; boy male; girl female; friend buddy pal mate
    neighbor neighbour; spouse partner; wife spouse; husband spouse; parent guardian; mother mum mom; father dad
    relative kin family_member; sibling brother; sibling sister; descendant offspring; ancestor forefather
    heir successor; twin sibling

    customer client buyer shopper patron purchaser consumer; customer guest; client patron; subscriber member
    account_holder customer; account_holder user; cardholder card_holder; policyholder policy_holder insured
    user account_owner; follower fan; follower subscriber; visitor guest; visitor tourist; guest invitee
    tenant renter lessee occupant; landlord landowner lessor; owner proprietor possessor holder
    resident inhabitant citizen; resident dweller; passenger traveler traveller rider; passenger flyer
    tourist traveler holidaymaker sightseer; donor giver contributor benefactor donator; sponsor backer funder patron
    investor shareholder stockholder financier; borrower debtor; lender creditor; payer payor
    recipient receiver beneficiary; bidder offerer; seller vendor merchant; applicant candidate; applicant job_seeker
    nominee candidate contender; voter elector constituent; participant contestant entrant competitor
    participant attendee; attendee attender delegate; audience spectator viewer onlooker; audience crowd
    viewer watcher; listener hearer; winner champion victor; runner_up second; loser defeated
    opponent rival adversary competitor; victim casualty sufferer; survivor remaining; witness observer
    criminal offender perpetrator culprit; suspect accused defendant; prisoner inmate convict; thief robber burglar

    employee staff worker staff_member personnel; employee coworker colleague; employee workforce
    manager boss supervisor; manager executive; manager director; head leader chief boss; leader head
    chairman chair chairperson chairwoman; president chief leader; director head; chief_executive ceo
    executive officer; officer official; assistant aide helper; deputy vice; secretary clerk; clerk office_worker
    receptionist front_desk; intern trainee apprentice; volunteer helper; administrator admin; coordinator organizer
    organizer organiser planner; host organizer; host presenter moderator; representative rep delegate; agent broker
    salesperson salesman saleswoman seller sales_rep sales_representative; salesperson sales_assistant; cashier teller
    adviser advisor consultant counselor; advisor mentor tutor; expert specialist; consultant adviser
    inspector examiner auditor; investigator detective; analyst researcher; reviewer critic rater; critic commentator
    founder creator originator; founder establisher
    entrepreneur businessman businessperson businesswoman enterpriser business_owner; inventor creator
    developer programmer coder software_engineer; developer engineer; engineer technician
    mechanic repairman technician; builder contractor constructor; architect designer; designer stylist
    electrician wireman; plumber fitter; carpenter joiner; farmer grower rancher; grower cultivator producer
    gardener landscaper; fisherman angler fisher; hunter huntsman; chef cook; waiter server waitress; bartender barman
    baker pastry_cook; butcher meat_seller; barber hairdresser stylist; cleaner janitor caretaker
    caretaker keeper warden; guard watchman security; soldier trooper serviceman; policeman cop officer
    officer policeman; firefighter fireman; lawyer attorney solicitor barrister advocate counsel
    judge justice magistrate; scientist researcher; scientist scholar; scholar academic
    journalist reporter correspondent newsman; editor redactor; pilot aviator flyer airman; driver chauffeur motorist
    captain skipper; sailor seaman mariner; crew crew_member; conductor maestro; politician statesman lawmaker
    legislator lawmaker; mayor city_leader; governor state_leader; minister secretary; ambassador envoy diplomat
    monarch king; ruler sovereign monarch; priest clergyman pastor minister; monk friar; saint holy_person
    hero protagonist; villain antagonist; translator interpreter; librarian library_staff; model mannequin
    photographer cameraman; operator dispatcher; courier messenger deliverer; inspector checker

    author writer novelist; poet versifier; editor reviser; publisher press; composer songwriter; lyricist songwriter
    singer vocalist; musician instrumentalist player; musician performer; artist painter; artist performer
    actor performer; actress performer; entertainer performer; performer artiste; dancer ballerina; director filmmaker
    producer maker; screenwriter scriptwriter; cast actors; celebrity star; comedian comic; magician illusionist

    surname last_name family_name lastname; forename first_name given_name firstname; middle_name second_name
    nickname nick_name alias moniker monicker pet_name; username user_name login_name; pseudonym alias pen_name
    gender sex; age years_of_age years_old; birthday date_of_birth birth_date birthdate day_of_birth
    birth_year year_of_birth; birthplace place_of_birth birth_place; hometown home_town place_of_origin
    nationality citizenship home_country country_of_origin; ethnicity ethnic_group race; religion faith belief
    occupation profession job vocation; marital_status relationship_status; height stature tallness
    weight body_weight; email email_address mail_address e_mail electronic_mail; ssn social_security_number
    phone phone_number telephone telephone_number contact_number
    cellphone cell_phone mobile mobile_phone cell_number mobile_number; fax fax_number; biography bio life_story
    hobby pastime leisure_activity; interest hobby; skill ability competence; talent gift
    people person individual human; actor actress thespian; doctor gp clinician; physician clinician
    patient outpatient; scientist academic; journalist columnist; candidate aspirant; listener audience
    spectator attendee; spectator attendance; friend companion acquaintance; grower planter; owner keeper; tenant lodger occupant
    partner wife husband; child youth; founder inventor; manager administrator; champion titleholder
    staff workforce colleague; worker staffer laborer labourer; wholesaler supplier; phone mobile cellphone
    mobile_phone phone; cell_phone phone; job post; vet doctor; last_name second_name; middle_name middle_initial
    full_name complete_name; contact_name contact_person; emergency_contact next_of_kin
    education_level level_of_education degree; years_of_experience experience work_experience
    annual_salary yearly_salary; marital_status civil_status; employee_name staff_name; customer_name client_name
    home_city city_of_residence; home_phone landline; office_phone work_phone; residence place_of_residence
    maiden_name birth_name; eye_color color_of_eyes; hair_color color_of_hair; handedness dominant_hand
    wrestler grappler; skier snowboarder; sculptor carver; chef cook_in_chief; tailor dressmaker
    supervisor line_manager; team_leader team_head; head_of_department department_head; patron supporter fan
    competitor contender; participant player; contestant entrant; juror jury_member; commentator announcer
    announcer presenter; anchor news_reader; caregiver nurse; attendant steward; stewardess flight_attendant
    lifeguard rescuer; refugee asylum_seeker; immigrant migrant; veteran ex_soldier; orphan parentless_child`,
  like: `
    customer member; client member; customer subscriber hirer renter; client owner; client patient; client subscriber
    customer owner; manager leader head chief; leader head captain; leader principal; chief manager
    supervisor overseer; overseer manager; player gamer; athlete player; participant player; participant member
    member associate affiliate; athlete sportsman sportsperson; rider jockey cyclist; driver racer; racer runner
    coach trainer instructor; trainer instructor; referee umpire judge; captain leader; commander leader chief
    general commander; host house_owner; guest attendee; staff faculty; staff crew; crew employee
    personnel staff employee; representative congressman; representative delegate; senator congressman
    president leader head chair; secretary head; founder entrepreneur; technician engineer; technician specialist
    user member; user subscriber; user customer; author creator; creator maker; investigator inspector
    dealer trader merchant retailer; broker dealer; successor heir; person member; individual member; victim dead
    expert professional; professional practitioner; contact representative; contact person; assistant secretary
    teacher faculty; resident population; inhabitant population; resident tenant; owner holder; owner landlord
    enthusiast fan; tourist visitor; visitor attendee; visitor audience; traveler visitor
    attendee audience; builder bodybuilder; sponsor donor; artist creator; worker laborer labourer; laborer employee
    partner associate; experience background; nickname mascot; client guest; mayor leader; governor leader
    delegate envoy; participant audience; racer player; runner athlete; swimmer athlete; skater athlete
    organizer moderator; captain flyer; staff member; member_of_staff employee; crew member; policyholder customer
    vet doctor; landlord host; candidate applicant; performer artist; host presenter; supporter fan; supporter sponsor
    contact phone; contact email; instructor coach; supervisor advisor; mentor advisor; advisor instructor
    head principal; guest customer; buyer customer; user person; contestant participant
    citizen person; voter person; parent person; reader subscriber; inhabitant person; resident person; patient person
    kid student; expert consultant`,
};
