import type { Theme } from "./theme.ts";

/** When things happen, and what happens. */
export const timeAndEvents: Theme = {
  near: `
    time moment; time hour; timestamp date_time datetime; year calendar_year; month calendar_month; decade ten_years
    century hundred_years; period span duration; period era; era age epoch; season time_of_year
    semester term academic_session; term session; session sitting; quarter trimester; start beginning
    start commencement; start_date beginning_date date_of_start starting_date start_day
    start_time starting_time time_of_start; end ending conclusion; end finish close
    end_date closing_date date_of_end ending_date finish_date end_day; end_time finishing_time closing_time
    opening_date open_date date_of_opening; opening_year open_year year_opened; opening_hour opening_time
    closing_year year_closed; duration length; duration running_time runtime; length running_time runtime play_time
    time_length duration; deadline due_date closing_date; due_date payment_deadline; expiry expiration
    expiration_date expiry_date; release_date date_of_release publication_date; release_year year_of_release
    publication_date date_of_publication publishing_date; publication_year year_of_publication
    hire_date date_of_hire hiring_date employment_date; hire_date start_date joining_date
    registration_date date_of_registration sign_up_date enrollment_date; order_date date_of_order purchase_date
    delivery_date date_of_delivery shipping_date; payment_date date_of_payment; birth_date day_of_birth
    death_date date_of_death; death_year year_of_death; creation_date date_of_creation date_created
    creation establishment founding; foundation founding establishment; founding_year year_founded founded_year
    schedule timetable calendar; frequency rate_of_occurrence; delay lateness; interval gap; date_of_visit visit_date
    interview_date date_of_interview

    event occasion happening; event function; event activity; party celebration gathering; festival fest fair
    festival celebration; ceremony rite; wedding marriage; anniversary jubilee; holiday vacation; vacation leave
    vacation break; absence leave; meeting appointment; appointment visit; conference meeting; workshop seminar
    lecture talk; speech talk address; debate discussion; discussion talk; interview conversation
    exhibition exhibit exposition; exhibition show display; show performance; show program; concert gig recital
    tour trip; competition contest tournament; contest match; tournament championship cup; championship title
    race contest; game match; match game fixture; battle fight combat; war conflict; conflict fight; attack assault
    crime offense felony; crime wrongdoing; violation infraction; theft stealing; accident crash collision
    accident mishap; incident event occurrence; incident accident; disaster catastrophe; emergency crisis; fire blaze wildfire bushfire
    storm hurricane cyclone; storm tempest typhoon; flood inundation; earthquake quake; weather climate
    rain precipitation rainfall; snow snowfall; wind breeze; wind_speed speed_of_wind; temperature heat
    temperature degree; humidity moisture; damage harm destruction; damage loss; death fatality
    death number_of_deaths; death passing; fatality number_of_deaths; injury wound; birth nativity; divorce separation

    win victory; loss defeat; draw tie; result outcome; result finding; effect impact influence; cause reason
    reason motive ground; purpose intention; change modification alteration; update change; increase rise growth
    decrease drop decline; growth increase; trend tendency; progress advance; award prize honor; award accolade
    prize reward; medal award; trophy cup award; nomination candidacy; achievement accomplishment
    attendance turnout number_of_visitors number_of_attendees; attendance number_of_spectators audience_size
    attendance presence; participation involvement; reaction response; activity exercise; activity pastime
    activity hobby; action act deed; process procedure; method approach way; way manner; step stage; stage phase
    phase step; round stage; order sequence; sequence series; list catalog; turn round; visit stay; trip journey
    start outset; death demise; competition championship; contest championship; inspection examination
    attendance crowd; turnout crowd; award distinction; storm typhoon; wind gust; shift roster rota; accident wreck
    crime violation; expedition excursion; tour voyage; holiday break; absence sickness; ceremony celebration
    storm windstorm rainstorm snowstorm thunderstorm; publish release; release_date publish_date
    release_date launch_date; starting_year start_year first_year; ending_year end_year last_year
    date_from start_date; date_to end_date; from_date start_date; to_date end_date; effective_date valid_from
    year_joined join_year joining_year; year_of_birth birth_year; date_of_marriage wedding_date
    date_of_appointment appointment_date; due_date date_due; date_of_event event_date; event_name name_of_event
    lesson_time class_time; departure_time take_off_time; arrival_time landing_time; show_time screening_time
    air_date broadcast_date original_air_date; original_air_date airing_date date_of_airing
    premiere first_showing debut; injured number_of_injuries number_of_injured; injury number_of_injuries
    killed number_killed number_of_deaths; casualty number_of_casualties; magnitude strength size
    cause_of_death reason_for_death; max_speed top_speed maximum_speed; rainfall amount_of_rain
    average_temperature mean_temperature; low_temperature minimum_temperature; high_temperature maximum_temperature
    visibility sight; pressure air_pressure; cloud_cover cloudiness; sunshine daylight; nomination nominee
    prize_money winnings reward; winner victor; winner number_of_wins; winning_team winner; award_name prize_name
    ceremony_name ceremony; host_city hosting_city host_town; number_of_participants participant_count
    tour_name name_of_tour; exhibition_name name_of_exhibition; organizer organiser host; sponsor_name sponsor
    reservation_date booking_date; date_of_booking booking_date; interval period; phase period; spell period
    occurrence happening; conflict dispute; argument dispute; negotiation talk; speech lecture; protest demonstration
    strike walkout; revolution uprising; invasion attack; victory triumph; surrender capitulation; truce ceasefire`,
  like: `
    date time; moment time; period duration; period time; span time; year date; term semester; session semester class
    start opening; start launch; launch release; beginning start; end expiration; close end; finish end
    event competition; event meeting; event race; event game; event ceremony; event incident; event match
    occasion event; function event; activity event; gathering meeting; competition race; competition game
    contest race; contest game; match competition; tournament event; show exhibition; show event; performance concert
    concert event; party event; program event; festival event; exhibition event; tour travel; tour visit
    accident incident; case incident; problem incident; crash accident; disaster accident; casualty death
    killed death; fatality casualty; award medal; honor award; prize medal; reward prize; title award; trophy prize
    outcome result; finding result; consequence result; finding evidence; reason cause; ground reason; fate destiny
    fate outcome; action activity; operation action; task activity; work activity; exercise activity sport; way method
    technique method; procedure method; approach method; order rank; series sequence; storm weather
    climate weather; degree temperature; attendance audience; turnout attendance; founded established
    established creation; creation start; visit appointment`,
};
