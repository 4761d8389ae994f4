/** What a queue needs to know about an event. */
interface Timed {
  at: number;
  /** Decides between events of one time. */
  turn: number;
}

const isBefore = (left: Timed, right: Timed) => left.at < right.at || (left.at === right.at && left.turn < right.turn);

/** Events in the order of their times: a binary heap. */
export class EventQueue<Event extends Timed> {
  readonly #heap: Event[] = [];

  first(): Event | undefined {
    return this.#heap[0];
  }

  push(event: Event): void {
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(event, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  pop(): Event | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let place = 0;
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
      if (!left) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    heap[place] = last;
    return top;
  }
}
