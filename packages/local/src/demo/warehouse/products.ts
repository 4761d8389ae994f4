import { type Day, type Span, dayOf, isoDay } from "../calendar.ts";
import { type Row, euros } from "../dataset.ts";
import { present, randomFor } from "../random.ts";

type Category = {
  id: number;
  name: string;
  /** Lowest and highest first price in euros. */
  prices: readonly [number, number];
  /** How many of a hundred sold lines come back. */
  returnRate: number;
  models: readonly string[];
  kinds: readonly string[];
};

export const CATEGORIES: readonly Category[] = [
  {
    id: 1,
    name: "Furniture",
    prices: [119, 690],
    returnRate: 4.5,
    kinds: ["Desk", "Armchair", "Bookcase", "Sideboard"],
    models: ["Alder", "Bergen", "Cedar"],
  },
  {
    id: 2,
    name: "Lighting",
    prices: [24, 169],
    returnRate: 5,
    kinds: ["Desk Lamp", "Floor Lamp", "Pendant Light", "Wall Light"],
    models: ["Comet", "Halo", "Lumen"],
  },
  {
    id: 3,
    name: "Kitchen",
    prices: [12, 128],
    returnRate: 3,
    kinds: ["Kettle", "Stock Pot", "Knife Set", "Mixing Bowl"],
    models: ["Basil", "Fennel", "Sorrel"],
  },
  {
    id: 4,
    name: "Textiles",
    prices: [18, 139],
    returnRate: 5.5,
    kinds: ["Blanket", "Cushion", "Rug", "Curtain Pair"],
    models: ["Heather", "Linden", "Moss"],
  },
  {
    id: 5,
    name: "Electronics",
    prices: [39, 349],
    returnRate: 17,
    kinds: ["Speaker", "Headphones", "Air Purifier", "Monitor"],
    models: ["Orbit", "Pulse", "Vector"],
  },
  {
    id: 6,
    name: "Stationery",
    prices: [4, 42],
    returnRate: 1.5,
    kinds: ["Notebook", "Fountain Pen", "Planner", "Pencil Set"],
    models: ["Inkwell", "Quarto", "Scribe"],
  },
  {
    id: 7,
    name: "Storage",
    prices: [9, 98],
    returnRate: 2.5,
    kinds: ["Basket", "Shelf Box", "Coat Rack", "Drawer Unit"],
    models: ["Harbor", "Nook", "Stack"],
  },
  {
    id: 8,
    name: "Decoration",
    prices: [14, 119],
    returnRate: 5,
    kinds: ["Vase", "Mirror", "Wall Clock", "Picture Frame"],
    models: ["Aurora", "Pebble", "Willow"],
  },
];

/** Prices are multiples of 20 cents and discounts of 5 %, so that every line comes out in whole cents without rounding. */
const PRICE_STEP = 20;

export type Product = {
  id: number;
  categoryId: number;
  name: string;
  returnRate: number;
  firstPrice: number;
  cost: number;
  popularity: number;
  launched: Day;
  /** The first day on which it is no longer sold. */
  discontinued: Day | null;
};

export type PriceRise = { day: Day; percent: number };

/** Prices rise on 1 March of each year but the first. */
export function priceRises(span: Span): PriceRise[] {
  return [
    { day: dayOf(span.year - 2, 3, 1), percent: 3 },
    { day: dayOf(span.year - 1, 3, 1), percent: 4 },
    { day: dayOf(span.year, 3, 1), percent: 2 },
  ];
}

/** The price of a product on a day, in cents. */
export function priceOn(product: Product, day: Day, rises: readonly PriceRise[]): number {
  return rises
    .filter((rise) => rise.day <= day)
    .reduce(
      (price, rise) => Math.round((price * (100 + rise.percent)) / 100 / PRICE_STEP) * PRICE_STEP,
      product.firstPrice,
    );
}

/** Ninety-six products; the last kinds of some models come during the first two years, and eight are given up in the second or third. */
export function makeProducts(span: Span): Product[] {
  const names = CATEGORIES.flatMap((category) =>
    category.models.flatMap((model) => category.kinds.map((kind) => ({ category, name: `${model} ${kind}` }))),
  );
  return names.map(({ category, name }, index) => {
    const random = randomFor("product", name);
    const [low, high] = category.prices;
    // Squaring leans towards the cheaper end, as assortments do.
    const firstPrice = Math.round(((low + (high - low) * random.unit() ** 2) * 100) / PRICE_STEP) * PRICE_STEP;
    const isLate = index % 12 >= 10;
    return {
      id: index + 1,
      categoryId: category.id,
      name,
      returnRate: category.returnRate / 100,
      firstPrice,
      cost: Math.round(firstPrice * (0.42 + 0.2 * random.unit())),
      popularity: present([1, 1, 2, 2, 3, 4, 6, 9][random.int(0, 7)]) / (1 + firstPrice / 30_000),
      launched: isLate ? span.start + random.int(60, 700) : span.start - random.int(30, 900),
      discontinued: index % 12 === 7 ? dayOf(span.year - 2, 1, 1) + random.int(120, 700) : null,
    };
  });
}

export function categoryRows(): Row[] {
  return CATEGORIES.map(({ id, name }) => ({ id, name }));
}

/** Products as they stand on the last day of the span, at that day's price. */
export function productRows(products: readonly Product[], span: Span): Row[] {
  const rises = priceRises(span);
  return products.map((product) => ({
    id: product.id,
    category_id: product.categoryId,
    name: product.name,
    unit_price: euros(priceOn(product, product.discontinued ?? span.end, rises)),
    unit_cost: euros(product.cost),
    launched_on: isoDay(product.launched),
    discontinued: product.discontinued !== null,
  }));
}
