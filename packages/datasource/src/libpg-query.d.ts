/** libpg-query's WebAssembly, as its own `index.js` uses it; that keeps one instance for good, whatever happened to it. */
declare module "libpg-query/wasm/libpg-query.js" {
  export interface PgQuery {
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(query: number): number;
    _wasm_free_parse_result(result: number): void;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
    getValue(pointer: number, type: "i32"): number;
    UTF8ToString(pointer: number): string;
  }
  export default function load(): Promise<PgQuery>;
}
