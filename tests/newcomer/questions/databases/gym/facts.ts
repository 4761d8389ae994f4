import { dayOf } from "@parley/local/demo/calendar";
import type { Row } from "@parley/local/demo/dataset";

export const FIRST_DAY = dayOf(2024, 1, 1);
/** The last day anything has happened on. */
export const TODAY = dayOf(2025, 11, 19);

export const CLUBS = [
  ["RV1", "Riverside", "Marlow", 2100, true, 14500],
  ["OT2", "Old Town", "Marlow", 900, false, 6200],
  ["NG3", "Northgate", "Fenwick", 1500, true, 9800],
  ["PK4", "Parkview", "Fenwick", 1200, false, 7400],
  ["DK5", "Docklands", "Saltby", 1800, false, 11900],
] as const;

export const CLASS_TYPES = [
  ["Spin", "high", 45, 480],
  ["Yoga", "low", 60, 180],
  ["Pilates", "low", 50, 210],
  ["Body Pump", "high", 55, 420],
  ["Zumba", "medium", 50, 370],
  ["Aqua Fit", "medium", 40, 300],
  ["Boxing Basics", "high", 60, 560],
] as const;

export interface Member {
  id: number;
  club: number;
  joined: number;
  until: number;
  fee: number;
  joiningFee: number;
  row: Row;
}
