import { COMMON, wordsOf } from "./functions.ts";

/** Functions a query in Athena may call; a file of its own, for it is loaded where one is checked. */
const ATHENA = wordsOf(
  // numbers
  "bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor bit_count cbrt cosh e euler_gamma from_base infinity is_finite is_infinite is_nan log2 nan normal_cdf inverse_normal_cdf sinh tanh to_base truncate width_bucket wilson_interval_lower wilson_interval_upper",
  // text
  "btrim chr codepoint concat_ws format_number from_utf8 hamming_distance length levenshtein_distance like_escape lpad luhn_check normalize position rpad soundex split split_part split_to_map split_to_multimap starts_with strpos to_utf8 translate word_stem regexp_count regexp_extract regexp_extract_all regexp_like regexp_position regexp_replace regexp_split",
  "from_base64 to_base64 from_hex to_hex md5 sha1 sha256 sha512 crc32 xxhash64 murmur3",
  "url_extract_fragment url_extract_host url_extract_parameter url_extract_path url_extract_port url_extract_protocol url_extract_query url_decode url_encode",
  // dates and times
  "at_timezone current_timezone date_add date_diff date_format date_parse date_trunc day day_of_month day_of_week day_of_year dow doy extract format_datetime from_iso8601_date from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime from_unixtime_nanos hour human_readable_seconds last_day_of_month localtime localtimestamp millisecond minute month now parse_datetime parse_duration quarter second timezone timezone_hour timezone_minute to_iso8601 to_milliseconds to_unixtime week week_of_year with_timezone year year_of_week yow",
  // choices and conversions
  "if try typeof parse_data_size parse_presto_data_size",
  // aggregates and windows
  "any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_agg bitwise_and_agg bitwise_or_agg bool_and bool_or checksum cardinality corr count_if covar_pop covar_samp empty_approx_set entropy every geometric_mean grouping histogram kurtosis listagg map_agg map_union max_by merge min_by multimap_agg numeric_histogram percentile_cont regr_intercept regr_slope skewness stddev stddev_pop stddev_samp var_pop var_samp variance",
  // arrays, maps and functions over them
  "all_match any_match array_distinct array_except array_first array_intersect array_histogram array_join array_last array_max array_min array_position array_remove array_sort arrays_overlap array_union combinations contains contains_sequence element_at filter flatten map map_concat map_entries map_filter map_from_entries map_keys map_values map_zip_with multimap_from_entries ngrams none_match reduce row sequence shuffle slice transform transform_keys transform_values trim_array unnest zip zip_with",
  // JSON
  "is_json_scalar json_array_contains json_array_get json_array_length json_extract json_extract_scalar json_format json_parse json_size",
  // geometry
  "geometry_to_bing_tiles great_circle_distance st_area st_asgeojson st_astext st_buffer st_centroid st_contains st_convexhull st_crosses st_difference st_disjoint st_distance st_envelope st_equals st_geometryfromtext st_geometrytype st_intersection st_intersects st_length st_linefromtext st_numpoints st_overlaps st_point st_polygon st_touches st_union st_within st_x st_xmax st_xmin st_y st_ymax st_ymin to_geometry to_spherical_geography",
  // identifiers and addresses
  "uuid ip_prefix ip_subnet_min ip_subnet_max ip_subnet_range is_subnet_of",
);

export const ATHENA_FUNCTIONS: ReadonlySet<string> = new Set([...COMMON, ...ATHENA]);
