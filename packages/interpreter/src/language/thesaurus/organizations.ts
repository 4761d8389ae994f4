import type { Theme } from "./theme.ts";

/** What people work for, belong to and are governed by. */
export const organizations: Theme = {
  near: `
    company firm corporation business enterprise; company business_organization; firm business; corporation corporate
    organization organisation association institution; institution institute; organization body; agency bureau
    agency organization; association society union; foundation charity trust; charity nonprofit; club society
    union association; alliance coalition; federation league; committee council board panel commission
    board directorate; council assembly; parliament congress legislature; government administration state
    ministry department; authority agency; department division section; division section unit; section segment part
    branch outlet subsidiary; subsidiary affiliate; headquarter hq head_office main_office
    headquarter central_office home_office; office bureau workplace; office workspace; office branch; team crew squad
    team side; squad crew; group band; group cluster; group party; band ensemble music_group musical_group
    orchestra ensemble philharmonic; choir chorus; party political_party faction; crew team; army military troop
    force troop; police law_enforcement; fire_station firehouse; bank financial_institution; insurer insurance_company
    broker brokerage; fund investment_fund; startup new_company; supplier vendor provider; supplier distributor
    manufacturer maker producer; manufacturer builder fabricator; wholesaler distributor; maker car_maker automaker
    brand make trademark; brand label; dealer dealership; carrier airline; airline air_carrier airway
    courier carrier shipper; shipper carrier; publisher publishing_house publishing_company press
    label record_company record_label; studio production_company; network broadcaster; broadcaster tv_station
    channel tv_channel television_channel; station tv_station; newspaper press; operator provider; operator carrier
    franchise chain; retailer seller store; industry sector trade; industry line_of_business business_area
    sector field; market trade; shareholder investor; headcount number_of_employees staff_size
    employee_count number_of_employees; membership number_of_members; policy rule; law regulation act statute
    regulation rule; license licence permit; certificate certification; agreement contract deal; contract agreement
    treaty accord pact; grant funding subsidy; election poll ballot; vote ballot; campaign drive; candidate nominee
    constituency electoral_district; mandate term; post position; position post role; position job_title
    job position occupation; job employment; job_title position job; role function; role position; rank job_title
    rank grade; vacancy opening job_opening position; task duty assignment; duty responsibility
    project undertaking initiative; project venture; mission goal; goal aim objective target; purpose aim; plan scheme
    strategy plan; program scheme initiative; meeting conference gathering; conference convention congress symposium
    minute meeting_note; agenda schedule; survey questionnaire; section office; union club; administration office
    role duty; church parish; election vote; permission right; survey poll; letter correspondence; department unit
    affiliation association membership; affiliation religious_affiliation; incumbent office_holder
    term_of_office term; vote number_of_votes; vote_percentage share_of_votes; market_share share_of_market
    market_value market_capitalization worth; number_of_employees number_of_staff number_of_workers employee
    ceo chief_executive_officer managing_director; chairman board_chair; founder founding_father
    parent_company holding_company; head_quarter headquarter; logo emblem; mascot symbol; motto slogan
    priority importance urgency; severity seriousness; ministry government_department; embassy diplomatic_mission
    law_firm legal_practice; police_station precinct; police_force police_department; police_officer police
    crime_rate rate_of_crime; case_burden caseload; jurisdiction legal_area`,
  like: `
    establishment company business restaurant; company employer; company organization; business shop
    enterprise organization; institution establishment university; organization company agency; agency office
    division department league; department office; unit department; department faculty; section department; club team
    team franchise; association club union; association league federation; group team organization; party side
    society association; community group; community neighborhood; council government; government authority
    supplier seller; vendor seller dealer; producer manufacturer; maker builder; brand manufacturer; publisher company
    carrier operator; office location; branch store; branch location; branch bank; shop branch; position job
    position rank; job task; title position; profession job career; career job; role character; project program
    program plan; mission project task; crew personnel; ticket issue; ticket case; incident case; deal opportunity
    deal sale; lead prospect; prospect opportunity; campaign promotion; promotion offer; membership subscription
    subscription plan; side franchise; company establishment; bank lender; job project; queue line; process workflow
    depot branch; benefit perk`,
};
