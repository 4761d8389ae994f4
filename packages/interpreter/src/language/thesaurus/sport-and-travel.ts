import type { Theme } from "./theme.ts";

/** Who plays and wins, what drives and flies. */
export const sportAndTravel: Theme = {
  near: `
    player athlete; player footballer; player team_member; athlete sportsman sportsperson; coach trainer
    coach team_manager; manager coach; referee umpire; team club; captain skipper; goalkeeper goalie; striker forward
    defender back; swimmer bather; runner jogger; racer driver; cyclist biker rider; wrestler grappler; fighter boxer
    climber mountaineer alpinist; gymnast tumbler; skater ice_skater; golfer golf_player; jockey rider
    bodybuilder body_builder; sport discipline; sport game; sport athletics; football soccer; stadium ground
    field pitch; hall gym; league division; league championship; season year; round stage
    match fixture encounter bout; game match; final last_round; tryout trial; score point; goal score
    rank ranking position place; ranking standing position; position place; win victory; win number_of_wins
    victory success; loss number_of_losses; loss defeat; draw tie; record best; medal trophy; title championship
    hall_of_fame honor; record_time best_time; performance result; kit uniform; jersey shirt; squat knee_bend

    car automobile auto; car vehicle; vehicle automobile; truck lorry; truck van; van minivan; bus coach
    motorcycle motorbike bike; bicycle bike cycle; taxi cab; train railway; train rail; train locomotive
    tram streetcar; subway metro underground; plane airplane aeroplane aircraft; aircraft airplane aeroplane
    plane jet; aircraft airliner; helicopter chopper; ship vessel boat; ship craft; boat vessel; ferry ferryboat
    yacht sailboat; rocket spacecraft; spaceship spacecraft; flight air_travel; flight plane_trip
    flight_number flight_code; trip journey voyage; trip travel; trip ride; journey travel; voyage sailing
    cruise sea_trip; tour trip excursion; expedition mission; route path line; route itinerary; route way; line route
    track rail; path way; itinerary travel_plan; departure leaving; departure takeoff
    departure_time time_of_departure leaving_time; departure_date date_of_departure; arrival landing; arrival coming
    arrival_time time_of_arrival landing_time; arrival_date date_of_arrival; departure origin; arrival destination
    source departure; stop station; stop halt; station terminal; transfer change; delay late_arrival; speed velocity
    speed pace; top_speed maximum_speed; acceleration speedup; distance mileage; mileage odometer
    mileage distance_driven; range distance; fuel_consumption gas_mileage; engine motor; horsepower power
    cylinder piston; wheel tire; license_plate plate_number number_plate registration_number
    driver_license driving_license; luggage baggage; seat place; cabin cockpit; deck floor; crew staff; fleet vehicles
    tonnage load; load cargo; parking parking_space; roller_coaster coaster ride; amusement_park theme_park
    ride attraction; travel_agency tour_operator; visa entry_permit; passport travel_document; holiday trip
    player gamer; home_team hosts; away_team visitors guest_team visiting_team; club_name name_of_club
    team_name name_of_team; player_name name_of_player; coach_name name_of_coach; number_of_goals goal
    point number_of_points; lap circuit round; stroke swimming_style; years_played years_of_play
    career_high best_result; elimination knockout; reign tenure; tenure time_in_office; all_star star
    pitch playing_field; batter hitter; pitcher thrower; quarterback passer; hall_of_fame shrine
    match_date date_of_match game_date; game_date date_of_game; stadium_name name_of_stadium
    capacity_percentage occupancy_rate; sport_name name_of_sport; competition_name name_of_competition
    race_name name_of_race; track_name name_of_track; event_name race_name; horse racehorse; ring arena
    airport_name name_of_airport; airport_code code_of_airport; airline_name name_of_airline
    flight_number number_of_flight; aircraft_name name_of_aircraft; number_of_passengers passenger_count
    international_passenger foreign_passenger; domestic_passenger national_passenger
    transit_passenger connecting_passenger; freight_metric_tonnes freight_weight; aircraft_movement flight_operation
    ship_name name_of_ship; ship_type kind_of_ship type_of_ship; captain_name name_of_captain
    built_year year_built year_of_construction; launch_date date_of_launch; train_name name_of_train
    train_number number_of_train; station_name name_of_station; number_of_platforms platform_count; bus_route bus_line
    railway_line rail_line; line_name name_of_line; car_model model_of_car; car_maker car_manufacturer carmaker
    model_year year_of_model; vehicle_type kind_of_vehicle type_of_vehicle; miles_per_gallon mpg fuel_economy
    driver_name name_of_driver; license_number licence_number; hire_car rental_car; bike_sharing bicycle_sharing
    dock_count number_of_docks; roller_coaster rollercoaster; mountain_name name_of_mountain
    climber_name name_of_climber; camera_brand brand_of_camera; travel_time journey_time; trip_duration length_of_trip
    tourist_attraction place_of_interest sight; royal_family royal_house; souvenir memento`,
  like: `
    player participant; player member; athlete competitor; competitor player; contestant player; runner racer
    driver rider; team squad side; team group; side team; club organization; coach manager; manager trainer
    opponent team; league competition; league association; division league; season period; match event; match race
    contest match; bout match; position role; place rank; place position; rank position; standing rank; score goal
    point goal; ship boat; craft ship; vessel craft; plane flight; aircraft plane; transport vehicle
    transportation vehicle; vehicle bike; vehicle bus; vehicle truck; motor vehicle; bike motorcycle; train transport
    flight trip; flight connection; travel trip; ride journey; tour journey; mission trip; track route; road route
    way route; trail route; origin departure; start origin; destination arrival; target destination; terminal stop
    station stop; airport station; carrier ship; passenger traveler; pilot driver; pilot flyer; captain pilot
    speed rate; pace time; mileage distance; fuel energy; engine power; model make; make brand; type model; crew team
    sport activity; sport game; exercise sport`,
};
