/** Five sales regions; `weight` is how many of the customers live there, in parts. */
export type Region = { id: number; name: string; weight: number; countries: readonly Country[] };
export type Country = { name: string; cities: readonly string[] };

export const REGIONS: readonly Region[] = [
  {
    id: 1,
    name: "North",
    weight: 17,
    countries: [
      { name: "Sweden", cities: ["Stockholm", "Gothenburg", "Uppsala"] },
      { name: "Denmark", cities: ["Copenhagen", "Aarhus", "Odense"] },
      { name: "Finland", cities: ["Helsinki", "Tampere"] },
    ],
  },
  {
    id: 2,
    name: "South",
    weight: 19,
    countries: [
      { name: "Spain", cities: ["Madrid", "Valencia", "Seville"] },
      { name: "Italy", cities: ["Milan", "Turin", "Bologna"] },
      { name: "Portugal", cities: ["Lisbon", "Porto"] },
    ],
  },
  {
    id: 3,
    name: "East",
    weight: 12,
    countries: [
      { name: "Poland", cities: ["Warsaw", "Gdansk", "Krakow"] },
      { name: "Czechia", cities: ["Prague", "Brno"] },
      { name: "Hungary", cities: ["Budapest", "Szeged"] },
    ],
  },
  {
    id: 4,
    name: "West",
    weight: 23,
    countries: [
      { name: "France", cities: ["Paris", "Lyon", "Nantes"] },
      { name: "Netherlands", cities: ["Amsterdam", "Utrecht", "Rotterdam"] },
      { name: "Belgium", cities: ["Brussels", "Ghent"] },
    ],
  },
  {
    id: 5,
    name: "Central",
    weight: 29,
    countries: [
      { name: "Germany", cities: ["Berlin", "Hamburg", "Munich", "Cologne"] },
      { name: "Austria", cities: ["Vienna", "Graz"] },
      { name: "Switzerland", cities: ["Zurich", "Basel"] },
    ],
  },
];
