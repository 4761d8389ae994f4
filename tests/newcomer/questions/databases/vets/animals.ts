import { dayOf, isoDay } from "@parley/local/demo/calendar";
import type { Row } from "@parley/local/demo/dataset";
import { present, type Random, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { TODAY } from "./facts.ts";

const OWNERS = 460;
/** An owner who knows everybody and sends one in eight of those who were sent by somebody. */
const POPULAR_OWNER = 17;

const TOWNS = ["Kelmsford", "Port Selby", "Tarrant", "Low Marsh", "Eastcombe"] as const;
const BREEDS: Record<string, { breeds: readonly string[]; weight: readonly [number, number] }> = {
  Dog: { breeds: ["Labrador", "Beagle", "Border Collie", "Dachshund", "Mixed breed"], weight: [50, 420] },
  Cat: { breeds: ["Domestic Shorthair", "Maine Coon", "Siamese", "Mixed breed"], weight: [28, 80] },
  Rabbit: { breeds: ["Lop", "Dwarf"], weight: [11, 45] },
  Parrot: { breeds: ["African Grey", "Budgerigar"], weight: [1, 6] },
  Tortoise: { breeds: ["Hermann"], weight: [5, 30] },
};
const SPECIES = [
  ["Dog", 46],
  ["Cat", 36],
  ["Rabbit", 10],
  ["Parrot", 5],
  ["Tortoise", 3],
] as const;
const PETS =
  "Bella,Biscuit,Bramble,Caspian,Clover,Copper,Daisy,Domino,Fudge,Ginger,Hazel,Indie,Jasper,Kiwi,Loki,Luna,Maple,Marbles,Milo,Nala,Nutmeg,Olive,Otis,Pepper,Pickle,Pippin,Poppy,Rascal,Rusty,Shadow,Smudge,Teddy,Tilly,Willow,Ziggy".split(
    ",",
  );

export interface Animal {
  id: number;
  insured: boolean;
  born: number;
  died: number | null;
  row: Row;
}

export function ownerRows(): Row[] {
  const names = people("pet owners", OWNERS);
  const random = randomFor("pet owners");
  const days = Array.from({ length: OWNERS }, () => dayOf(2021, 1, 4) + random.int(0, TODAY - dayOf(2021, 1, 4)));
  return days
    .toSorted((one, other) => one - other)
    .map((day, at) => ({
      id: at + 1,
      full_name: present(names[at]),
      town: random.weighted(TOWNS.map((town, place) => [town, 6 - place] as const)),
      registered_on: isoDay(day),
      newsletter: random.chance(0.55),
      referred_by_id: at > 20 && random.chance(0.25) ? referrerOf(at, random) : null,
    }));
}

const referrerOf = (at: number, random: Random): number => (random.chance(0.125) ? POPULAR_OWNER : random.int(1, at));

export function animalsOf(owners: readonly Row[]): Animal[] {
  const random = randomFor("animals");
  return owners
    .flatMap((owner) =>
      Array.from(
        {
          length: random.weighted([
            [0, 4],
            [1, 62],
            [2, 25],
            [3, 9],
          ]),
        },
        () => owner,
      ),
    )
    .map((owner, at) => {
      const species = random.weighted(SPECIES);
      const { breeds, weight } = present(BREEDS[species]);
      const born = Date.parse(String(owner["registered_on"])) / 86_400_000 - random.int(60, 3000);
      const died = random.chance(0.05) ? born + random.int(1500, 4500) : null;
      const insured = random.chance(species === "Dog" ? 0.42 : 0.2);
      const id = at + 1;
      const gone = died !== null && died <= TODAY ? died : null;
      const row = {
        id,
        name: random.pick(PETS),
        species,
        breed: random.pick(breeds),
        sex: random.chance(0.5) ? "f" : "m",
        born_on: isoDay(born),
        died_on: gone === null ? null : isoDay(gone),
        weight_kg: random.int(...weight) / 10,
        insured,
        owner_id: present(owner["id"]),
      };
      return { id, insured, born, died: gone, row };
    });
}
