/** Names of the first of two places between which something goes: "origin_depot_id", and of the second: "to_port". */
export const origins = /\b(origin|source|src|from|departure|start|departing)\b/;

export const destinations = /\b(destination|dest|dst|to|arrival|end|arriving)\b/;
