import { singular } from "../language/words.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

const persons =
  /^(customer|client|buyer|shopper|employee|staff|person|people|user|agent|member|student|pupil|learner|trainee|child|teacher|tutor|coach|trainer|driver|courier|clerk|colleague|author|artist|player|patient|doctor|physician|nurse|contact|candidate|applicant|worker|manager|representative|owner|guest|passenger|pilot|singer|actor|director|host|visitor|subscriber|instructor|professor|advisor|account|volunteer|donor|mechanic|consultant|technician|therapist|cleaner|cook|chef|waiter|engineer|designer|developer|reviewer|rider|resident|tenant|helper|carer|guide|referee|musician|dancer|writer|composer|conductor|producer|painter|sculptor|poet|novelist|illustrator|translator|choreographer|inventor|editor|journalist|lawyer|scientist|researcher|librarian|reader|borrower|lodger|swimmer|runner|climber|athlete|racer|delegate|patron|participant|attendee|foster|adopter|parent|spouse|trustee|fan|commuter|inhabitant|citizen|pensioner|intern|apprentice|crew|usher|barber|stylist|dentist|hygienist|surgeon|vet|farmer|gardener|plumber|electrician|carpenter|baker|potter|tailor|jeweller|broker|dealer|seller|farmhand|keeper|warden|officer|captain|sailor|diver|skipper|walker|sitter|caretaker|janitor|guard|hairdresser|groomer|photographer|operator|inspector|renter|hirer|lessee|angler|cyclist|skier|surfer|golfer|bidder|voter|presenter|narrator|recruiter|dispatcher|supervisor|adviser|counsell?or|midwive|optician|optometrist|pharmacist|florist|breeder|curator|auctioneer|chiropractor|masseur|masseuse|beautician)s?$/;

/** True for a word that says people. */
export const namesPeople = (word: string): boolean => persons.test(word) || persons.test(singular(word));

/** What is kept of people alone. */
const ofPeople =
  /^(?:(?:full|first|last|given|family|maiden) name|surname|forename|gender|dob|birth ?(?:day|date|year|place|city|country|town)|(?:date|year|place) of birth|born (?:on|at)|hired (?:on|at)|hire date|salary)$/;

/** What people do, or have: "customer_orders" are no customers. */
const deeds =
  /^(order|purchase|payment|invoice|address|visit|booking|transaction|policy|policie|claim|assignment|appointment|card|contract|event|channel|enrol+ment|interaction|loan|review|session|subscription|ticket|rating|skill|test|trip|lesson|document|language|certificate|certification|qualification|licen[cs]e)(?:e?s)?$/;

export const isDeed = (words: readonly string[]): boolean => deeds.test(words.at(-1) ?? "");

/** People, or what stands for them, by what they are called or by what is kept of them: those that "who" can ask for. */
export function isPerson({ label, words, columns, isView }: CatalogTable): boolean {
  if (label.length === 2 && !isView) return true;
  if (isDeed(words)) return false;
  if (words.some(namesPeople)) return true;
  return label.length > 0 && columns.some((one) => !one.isForeign && ofPeople.test(one.words.join(" ")));
}

/** Animals, which are born like people and do little themselves: nobody asks "who booked it" for them. */
export const areAnimals = ({ words, columns }: CatalogTable): boolean =>
  !words.some(namesPeople) && columns.some((one) => /^(?:species|breed)$/.test(one.words.join(" ")));

/** Those who do something by their name, holders and givers, and no things that are called so. */
const DOERS =
  /^(?!.*(?:order|offer|number|letter|computer|printer|container|tower|cent(?:er|re)|charger|tractor|motor|sensor|door|floor|colou?r)s?$)[a-z]{3,}(?:er|or|ee)s?$/;

/** People, or those who have a name and are called after what they do. */
export const mayBePerson = (table: CatalogTable): boolean =>
  isPerson(table) || (table.label.length > 0 && DOERS.test(table.words.at(-1) ?? ""));

/** A column that names people, in a table of something else: "seller" of sales. */
export const isPersonColumn = ({ words, isText }: CatalogColumn): boolean =>
  isText && words.some((word) => persons.test(word) || /^(?:names?|by|salesperson|rep)$/.test(word));

/** True for the key of whoever somebody reports to. */
export const isBoss = ({ words }: CatalogColumn): boolean =>
  /^(?:manager|lead|leader|boss|supervisor|superior|head|chief|reports to)(?: |$)/.test(words.join(" "));

const workers =
  /^(employee|staff|seller|salesperson|agent|clerk|colleague|worker|manager|representative|rep|associate|lawyer|attorney|consultant|technician|mechanic|teacher|tutor|trainer|coach|coache|instructor|doctor|nurse|waiter)s?$/;

/** People of the house rather than those it serves: they sell, the others buy. */
export const worksHere = (table: CatalogTable): boolean =>
  !table.isCustomer && table.words.some((word) => workers.test(word));

/** The day on which somebody was born. */
export const isBirth = ({ isDate, words }: CatalogColumn): boolean =>
  isDate && /\b(birth|born|dob)\b/.test(words.join(" "));
