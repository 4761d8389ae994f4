import { dayOf } from "@parley/local/demo/calendar";

export const FIRST_DAY = dayOf(2023, 1, 2);
/** The last day anything has happened on; appointments are booked up to two weeks after it. */
export const TODAY = dayOf(2025, 11, 19);

export const PRACTICES = [
  ["AB1", "Abbey Lane", "Kelmsford", 4, 3200],
  ["HQ2", "Harbour Quay", "Port Selby", 6, 5400],
  ["MW3", "Millwood", "Kelmsford", 3, 2100],
  ["ST4", "Stonebridge", "Tarrant", 5, 2900],
] as const;

export const TREATMENTS = [
  ["CHK-01", "Health check", 3800],
  ["VAC-02", "Rabies vaccine", 4500],
  ["VAC-03", "Combined vaccine", 5200],
  ["XRY-01", "X-ray", 9800],
  ["DEN-01", "Teeth cleaning", 13500],
  ["SUR-01", "Neutering", 21000],
  ["SUR-02", "Fracture surgery", 64000],
  ["LAB-01", "Blood test", 6100],
  ["NAI-01", "Nail trim", 1500],
  ["ACU-01", "Acupuncture", 5900],
] as const;

export const MEDICINES = [
  ["Amoxivet", "Corbel Pharma", 610, 1480, 140, 40],
  ["Calmapaw", "Corbel Pharma", 320, 990, 12, 25],
  ["Dermasol", "Vetline", 450, 1250, 60, 30],
  ["Flearest", "Vetline", 700, 1900, 210, 60],
  ["Jointease", "Tamar Animal Health", 1240, 2950, 33, 20],
  ["Oticlear", "Vetline", 280, 850, 8, 15],
  ["Painlift", "Corbel Pharma", 390, 1120, 95, 50],
  ["Wormaway", "Tamar Animal Health", 210, 760, 180, 80],
  ["Cardiovet", "Tamar Animal Health", 1800, 4100, 19, 20],
  ["Eyebright Drops", "Nordvet", 340, 1010, 0, 10],
] as const;
