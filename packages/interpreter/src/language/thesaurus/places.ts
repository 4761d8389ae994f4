import type { Theme } from "./theme.ts";

/** Where things are: countries and towns, land and water, buildings and rooms. */
export const places: Theme = {
  near: `
    country nation land; country sovereign_state; nation state; nation land; nationality country; state province
    province region; region area zone territory; area zone; area district; region territory
    district borough quarter ward; district neighborhood; county shire; county parish; city town municipality
    city metropolis; town municipality township; capital capital_city; village hamlet
    neighborhood neighbourhood quarter; suburb outskirts; settlement colony; continent landmass; zone sector
    location place site spot; location whereabouts locale; place spot locale; venue place; venue location site
    site place; address residence; address street_address mailing_address home_address postal_address
    address location; zip zip_code postcode postal_code post_code; street road avenue; road street highway route
    highway motorway freeway expressway; lane alley; bridge viaduct overpass; tunnel underpass
    crossing intersection junction; square plaza; path trail; trail track; border boundary frontier
    coordinate position; latitude lat; longitude long; elevation altitude height; altitude height; depth deepness
    distance length; surface_area area; land_area area; acreage area; direction bearing; hemisphere half

    mountain peak mount; mountain hill; peak summit top; hill mound; valley dale; volcano vent; river stream waterway
    stream creek brook; lake pond lagoon; lake reservoir; sea ocean; bay gulf; island isle islet; beach shore seashore
    coast shore seaside; desert wasteland; forest wood woodland; jungle rainforest; field meadow pasture; park garden
    park green_space; reserve sanctuary; cave cavern; canyon gorge; glacier ice_field; waterfall cascade
    farm ranch farmstead; farm plantation; orchard grove; vineyard winery; garden yard

    building edifice structure; building block; house home dwelling residence; house villa cottage
    home residence domicile; apartment flat condo unit; apartment suite; mansion manor villa; palace castle
    castle fortress; tower skyscraper; property real_estate estate; property premise; room chamber; room suite
    room space; bedroom sleeping_room; bathroom bath washroom; bathroom toilet restroom lavatory; kitchen cookroom
    living_room lounge; hall auditorium; hall corridor; lobby foyer; attic loft; basement cellar; garage carport
    garage parking_garage; parking_lot car_park parking; floor storey story level; stair step; entrance door gate
    exit way_out; window pane; roof top; wall partition; elevator lift; facility amenity installation
    amenity convenience; hotel inn lodging; hotel motel hostel; hotel accommodation; resort holiday_village
    campsite campground; restaurant eatery diner; restaurant bistro cafe; cafe coffee_shop coffeehouse; bar pub tavern
    canteen cafeteria; shop store boutique; store outlet; supermarket grocery grocery_store
    mall shopping_center shopping_centre; market marketplace bazaar; pharmacy drugstore chemist
    warehouse depot storehouse storage; depot warehouse; factory plant mill works
    factory manufactory manufacturing_plant; workshop atelier; office workplace; laboratory lab; mine pit quarry
    refinery processing_plant; power_station power_plant; theater theatre playhouse
    cinema movie_theater movie_theatre movie_house film_theater; cinema theater; museum gallery; gallery art_gallery
    library reading_room; stadium arena sports_ground; arena venue; court arena; gym gymnasium fitness_center club
    pool swimming_pool; track course; track racetrack; playground play_area; zoo animal_park; aquarium fish_tank
    church chapel cathedral; temple shrine; mosque masjid; cemetery graveyard; monument memorial; statue sculpture
    landmark sight attraction; attraction sight tourist_attraction; hospital clinic medical_center infirmary
    nursing_home care_home; prison jail penitentiary; court courthouse tribunal; embassy consulate
    airport aerodrome airfield airdrome; airport air_terminal; port harbor harbour; dock pier wharf
    station stop terminal; station depot; station railway_station; bus_stop bus_station; platform track; gate door
    runway airstrip; lighthouse beacon; classroom schoolroom class_room; lecture_hall auditorium
    dormitory dorm residence_hall hall_of_residence; campus school_site
    capacity seating seating_capacity maximum_occupancy; capacity number_of_seats; seating number_of_seats; seat place
    occupancy usage; population number_of_inhabitants number_of_people number_of_residents; population inhabitant
    population populace; population_density density; origin source; origin provenance
    origin starting_point departure_point start_point; destination end_point target; destination arrival_point
    founded_year year_founded; apartment condominium; outlet boutique; shop supermarket; park reserve; campus site
    street lane; hotel resort; bathroom washroom toilet; town settlement; country homeland; airport airstrip
    area expanse extent; area surface; mountain summit; neighborhood ward; address whereabouts; garage workshop
    farm holding; residence habitation; bedroom bedchamber; site_location position; mailing_address postal_address
    line_of_address address_line; town_name city_name; country_name nation_name; state_name province_name
    geographic_area region; prominence relative_height; mountain_range range
    number_of_floors number_of_storeys number_of_stories story; floor_count number_of_floors
    room_count number_of_rooms; bedroom_count number_of_bedrooms; bathroom_count number_of_bathrooms
    opening_hours hours_of_opening business_hours; open_hour opening_hour
    year_of_construction year_built construction_year; year_of_opening opening_year; square_footage floor_area
    site_area area; geographic_location coordinates; time_zone timezone; postal_district postcode
    house_number street_number; crossroad intersection; community town; metropolitan_area metro_area; urban_area city
    countryside rural_area; downtown city_center; port_of_call stop; canal waterway; dam barrage; plain flatland
    plateau highland; parking parking_place; lot plot parcel_of_land; estate landed_property; studio workroom
    chamber hall; box_office ticket_office; stage platform; booth stall; stand booth; pavilion exhibition_hall`,
  like: `
    place location city venue; place town; town village city; city location; area region; area field; area size
    territory country; location address; address place; position location; province state; county district
    district county region; district area; community area; spot site; hometown birthplace; base headquarter
    headquarter location; headquarter city; home hometown; hometown city; hometown town; home house property; residence address; street address
    property house building; estate property; property feature; building house; building property; dorm residence
    house dormitory; dorm hall; hall room; hall venue; room classroom; ground stadium; ground field
    venue stadium theater; theater hall; stage theater; court field; club venue; store warehouse; outlet shop
    shop market; market store; restaurant shop; office building; site website; station terminal airport; stop place
    terminal station; garden park; mountain range; stream river; waterway river canal; shore coast; wood forest
    spot position; storage warehouse; school building; height elevation; high height; floor level; story floor
    space room; space area; unit apartment; part section; zone area region; facility building; facility equipment
    facility service; platform stage; center centre; yard field; port gate; harbor port; bedroom bed; bedroom room
    library archive; bin location; holding property; vineyard estate; dormitory hall; venue ground; capacity seat
    accommodation room; town location; place venue; plot property; site venue; center venue; lot land; area city
    facility place; locality city; locality town; village location; county location; country location; state location
    region location; district location; province location; nation location`,
};
