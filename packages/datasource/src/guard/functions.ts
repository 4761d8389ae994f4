/**
 * Functions a query may call, by dialect. Everything else is refused: what reads files, settings, catalogs or other
 * databases, runs SQL from text, sleeps, locks, or changes state is left out, and so is what nobody has examined.
 */
export const wordsOf = (...lines: string[]) => lines.flatMap((line) => line.trim().split(/\s+/));

export const COMMON = wordsOf(
  "abs acos asin atan atan2 ceil ceiling cos cot degrees exp floor ln log log10 log2 mod pi power pow radians rand random round sign sin sqrt tan trunc",
  "avg count max min sum",
  "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value",
  "coalesce nullif greatest least",
  "char_length character_length concat concat_ws length lower ltrim replace reverse rtrim substr substring trim upper ascii",
  "date",
);

const POSTGRES = wordsOf(
  // numbers
  "acosd acosh asind asinh atand atan2d atanh cbrt cosd cosh cotd div erf erfc factorial gcd lcm gamma lgamma min_scale scale sind sinh tand tanh trim_scale width_bucket random_normal",
  // text
  "bit_length btrim casefold chr format initcap left lpad md5 normalize is_normalized octet_length overlay position quote_literal quote_ident quote_nullable",
  "regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr",
  "repeat right rpad split_part starts_with string_to_array string_to_table strpos to_ascii to_bin to_hex to_oct translate unistr like_escape similar_to_escape",
  "sha224 sha256 sha384 sha512 encode decode crc32 crc32c get_byte get_bit bit_count",
  "unaccent similarity word_similarity strict_word_similarity levenshtein levenshtein_less_equal soundex difference metaphone dmetaphone dmetaphone_alt daitch_mokotoff",
  // dates and times
  "age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours justify_interval localtimestamp",
  "make_date make_interval make_time make_timestamp make_timestamptz now statement_timestamp timeofday timezone to_char to_date to_number to_timestamp transaction_timestamp overlaps time_bucket uuid_extract_timestamp",
  // aggregates
  "any_value array_agg bit_and bit_or bit_xor bool_and bool_or every string_agg mode percentile_cont percentile_disc corr covar_pop covar_samp stddev stddev_pop stddev_samp variance var_pop var_samp",
  "regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy grouping range_agg range_intersect_agg",
  "json_agg json_agg_strict json_object_agg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict jsonb_agg jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict",
  // JSON
  "array_to_json row_to_json to_json to_jsonb json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls json_to_record json_to_recordset json_typeof",
  "jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof",
  // arrays, ranges, sets
  "array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_string array_upper cardinality trim_array unnest generate_series generate_subscripts",
  "isempty lower_inc lower_inf upper_inc upper_inf range_merge multirange daterange int4range int8range numrange tsrange tstzrange datemultirange int4multirange int8multirange nummultirange tsmultirange tstzmultirange",
  // text search
  "to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_headline ts_rank ts_rank_cd numnode querytree setweight strip tsvector_to_array array_to_tsvector",
  // geometry and PostGIS
  "area center diameter height width box circle point polygon path lseg line radius slope isclosed isopen npoints",
  "st_area st_asgeojson st_astext st_azimuth st_buffer st_centroid st_contains st_covers st_coveredby st_crosses st_distance st_distancesphere st_dwithin st_envelope st_equals st_geogfromtext st_geomfromgeojson st_geomfromtext st_geometrytype st_intersection st_intersects st_isvalid st_length st_makeenvelope st_makeline st_makepoint st_numpoints st_overlaps st_perimeter st_point st_pointonsurface st_setsrid st_simplify st_srid st_touches st_transform st_union st_within st_x st_xmax st_xmin st_y st_ymax st_ymin",
  // casts written as calls, and others
  "bool float4 float8 int2 int4 int8 numeric text time timestamp timestamptz timetz varchar bpchar interval uuid json jsonb gen_random_uuid uuidv4 uuidv7 num_nulls num_nonnulls host family masklen netmask network abbrev hostmask broadcast",
);

const MYSQL = wordsOf(
  "adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format hour last_day localtime localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time second str_to_date subdate subtime time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek sysdate",
  "bin bit_length char conv elt export_set field find_in_set format from_base64 hex insert instr lcase left locate lpad make_set mid oct octet_length ord position quote regexp_instr regexp_like regexp_replace regexp_substr repeat right rpad soundex space strcmp substring_index to_base64 ucase unhex weight_string sformat natural_sort_key",
  "crc32 truncate md5 sha sha1 sha2 any_value if ifnull isnull interval cast convert binary inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv6 is_uuid bit_count",
  "bit_and bit_or bit_xor group_concat std stddev stddev_pop stddev_samp var_pop var_samp variance grouping json_arrayagg json_objectagg median percentile_cont percentile_disc",
  "json_array json_array_append json_array_insert json_contains json_contains_path json_depth json_exists json_extract json_insert json_keys json_length json_merge json_merge_patch json_merge_preserve json_object json_overlaps json_pretty json_quote json_remove json_replace json_schema_valid json_search json_set json_storage_size json_table json_type json_unquote json_valid json_value json_query",
  "st_area st_asgeojson st_astext st_buffer st_centroid st_contains st_crosses st_distance st_distance_sphere st_geomfromtext st_intersects st_latitude st_length st_longitude st_overlaps st_srid st_touches st_within st_x st_y point uuid match nullif",
);

const SQLITE = wordsOf(
  "cast acosh asinh atanh cosh sinh tanh char format glob hex ifnull iif if instr like likelihood likely nullif octet_length printf quote soundex typeof unhex unicode unistr unlikely concat concat_ws",
  "datetime julianday strftime time timediff unixepoch current_date current_time current_timestamp",
  "group_concat string_agg total median percentile percentile_cont percentile_disc",
  "json json_array json_array_insert json_array_length json_each json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree json_type json_valid",
  "jsonb jsonb_array jsonb_array_insert jsonb_each jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set jsonb_tree",
  "highlight snippet bm25 match generate_series",
);

export const FUNCTIONS = {
  postgres: new Set([...COMMON, ...POSTGRES]),
  mysql: new Set([...COMMON, ...MYSQL]),
  sqlite: new Set([...COMMON, ...SQLITE]),
} as const;
