import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { nameInFull } from "./columns.ts";

export const isCheckIn = (column: CatalogColumn): boolean =>
  /^(?:check(?:ed)? ?in|arriv(?:al|ed))\b/.test(nameInFull(column));
export const isCheckOut = (column: CatalogColumn): boolean =>
  /^(?:check(?:ed)? ?out|depart(?:ure|ed))\b/.test(nameInFull(column));

export const isOwnStart = (column: CatalogColumn): boolean =>
  /^(?:starts?|started|began|begins?)\b/.test(nameInFull(column));

export function isStart(column: CatalogColumn): boolean {
  return /\b(order|ordered|created|opened|issued|booked|started|start|starts|placed|sent|departed|departure|filed|requested|rented|rental|received|submitted|invoice|reported|logged|raised|registered|check(?:ed)? ?in|arrival|admitted|admission|began|loaned|lent|borrowed|pick ?up|hire|joined|listed|published|posted|applied|valid from|entered|entry|came in|clock(?:ed)? in)\b/.test(
    nameInFull(column),
  );
}

export const isLeaving = (column: CatalogColumn): boolean =>
  /\b(?:shipped|shipping|dispatch(?:ed)?|despatch(?:ed)?|posted|mailed)\b/.test(nameInFull(column)) &&
  !isPromised(column);

export const isPromised = (column: CatalogColumn): boolean =>
  /\b(due|promised|planned|expected|scheduled|wanted|needed|deadline|estimated)\b/.test(nameInFull(column));

export function isFinish(column: CatalogColumn): boolean {
  return /\b(sold|delivered|arrived|arrival|finished|completed|closed|ended|end|solved|resolved|returned|return|settled|fixed|discharged|discharge|cleared|check(?:ed)? ?out|resolution|left|exited|exit|clock(?:ed)? out)\b/.test(
    nameInFull(column),
  );
}

/** True for rows that begin and end by days of their own. */
export const isStretch = ({ columns }: CatalogTable): boolean =>
  [isStart, isFinish].every((isEnd) => columns.some((one) => one.isDate && isEnd(one)));
