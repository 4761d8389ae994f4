import { COMMON, wordsOf } from "./functions.ts";

/** Functions a query in Redshift may call; a file of its own, for it is loaded where one is checked. */
const REDSHIFT = wordsOf(
  // numbers
  "cbrt checksum dexp dlog1 dlog10 to_hex strtol crc32",
  // text
  "bit_length btrim bttext_pattern_cmp charindex chr collate crc32 difference fnv_hash initcap left len lpad md5 octet_length octetindex position quote_ident quote_literal regexp_count regexp_instr regexp_replace regexp_substr repeat replicate right rpad sha sha1 func_sha1 sha2 soundex split_part split_to_array starts_with strpos textlen translate to_varbyte from_varbyte from_hex like_escape similar_to_escape overlay",
  // dates and times
  "add_months convert_timezone date_cmp date_cmp_timestamp date_cmp_timestamptz date_diff date_part date_part_year date_trunc dateadd datediff date_add extract getdate interval_cmp last_day months_between next_day now overlaps sysdate timeofday timestamp_cmp timestamp_cmp_date timestamp_cmp_timestamptz timestamptz_cmp timestamptz_cmp_date timestamptz_cmp_timestamp timezone to_char to_date to_number to_timestamp localtimestamp isfinite",
  // choices
  "decode nvl nvl2 isnull ifnull",
  // aggregates and windows
  "any_value bit_and bit_or bool_and bool_or grouping grouping_id listagg median percentile_cont percentile_disc approximate_percentile_disc ratio_to_report stddev stddev_pop stddev_samp var_pop var_samp variance hll hll_cardinality hll_create_sketch hll_combine hll_combine_sketches",
  // SUPER, JSON and arrays
  "array array_concat array_flatten array_contains array_distinct array_except array_intersection array_position array_positions array_sort array_union array_to_string get_array_length subarray is_array is_bigint is_boolean is_char is_decimal is_float is_integer is_object is_scalar is_smallint is_varchar is_valid_json is_valid_json_array json_array_length json_extract_array_element_text json_extract_path_text json_parse json_serialize json_size json_typeof can_json_parse object lower_attribute_names upper_attribute_names",
  // geometry
  "st_area st_asgeojson st_astext st_azimuth st_buffer st_centroid st_contains st_coveredby st_covers st_crosses st_distance st_distancesphere st_dwithin st_envelope st_equals st_geogfromtext st_geometrytype st_geomfromgeojson st_geomfromtext st_intersection st_intersects st_isvalid st_length st_makeenvelope st_makeline st_makepoint st_npoints st_perimeter st_point st_setsrid st_simplify st_srid st_touches st_transform st_union st_within st_x st_xmax st_xmin st_y st_ymax st_ymin",
  // casts written as calls
  "bool float4 float8 int2 int4 int8 numeric text time timestamp timestamptz timetz varchar bpchar",
);

export const REDSHIFT_FUNCTIONS: ReadonlySet<string> = new Set([...COMMON, ...REDSHIFT]);
