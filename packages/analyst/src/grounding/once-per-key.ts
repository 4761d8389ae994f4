/** Does `work` for one of all items with the same key, and returns what it found for each item. */
export function oncePerKey<Item, Key, Found>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  work: (distinct: readonly Item[]) => readonly Found[],
): (Found | undefined)[] {
  const distinct: Item[] = [];
  const places = new Map<Key, number>();
  const placesOfItems = items.map((item) => {
    const key = keyOf(item);
    const place = places.get(key) ?? distinct.push(item) - 1;
    places.set(key, place);
    return place;
  });
  const found = work(distinct);
  return placesOfItems.map((place) => found[place]);
}
