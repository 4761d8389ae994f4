import { randomFor } from "@parley/local/demo/random";

/** Invented names. Any likeness to a person is chance. */
const FIRST =
  "Abel,Agnes,Amira,Anouk,Arvid,Beatrix,Bertil,Calla,Casper,Colette,Dagny,Dorian,Elin,Emeric,Esme,Farid,Freya,Gideon,Hanne,Henrik,Ilse,Ines,Jarek,Joris,Kamil,Katya,Lorenz,Lucinda,Magnus,Marlon,Mira,Nadim,Odette,Oriol,Petra,Ragnar,Sabine,Soren,Tamsin,Ulla".split(
    ",",
  );
const LAST =
  "Amberg,Birkett,Castellan,Danforth,Eklund,Farrow,Gantry,Holloway,Holt,Ivers,Jessop,Kaldor,Lomax,Merrick,Nordahl,Osgood,Pascoe,Quayle,Redfern,Sandoval,Tolland,Ulrich,Vance,Wickham,Yates,Zeller".split(
    ",",
  );

/** So many different full names, always the same for one purpose. */
export function people(purpose: string, count: number): string[] {
  return randomFor("people", purpose)
    .shuffle(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)))
    .slice(0, count);
}
