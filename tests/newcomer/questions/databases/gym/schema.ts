/**
 * A chain of gyms, with names as old business systems write them. Amounts are euros. Two views are traps: one leaves members
 * out, the other counts one year only.
 */
export const SCHEMA = `
CREATE TABLE Club (
  ClubID INTEGER PRIMARY KEY,
  ClubCode TEXT NOT NULL UNIQUE,
  ClubName TEXT NOT NULL,
  Town TEXT NOT NULL,
  OpenedOn DATE NOT NULL,
  FloorArea INTEGER NOT NULL,
  HasPool BOOLEAN NOT NULL,
  MonthlyRent NUMERIC NOT NULL
);
CREATE TABLE Coach (
  CoachID INTEGER PRIMARY KEY,
  FirstName TEXT NOT NULL,
  LastName TEXT NOT NULL,
  HomeClubID INTEGER NOT NULL REFERENCES Club (ClubID),
  MentorID INTEGER REFERENCES Coach (CoachID),
  HourlyPay NUMERIC NOT NULL,
  StartedOn DATE NOT NULL,
  IsFreelance BOOLEAN NOT NULL
);
CREATE TABLE PlanType (
  PlanCode TEXT PRIMARY KEY,
  PlanName TEXT NOT NULL,
  MonthlyFee NUMERIC NOT NULL,
  JoiningFee NUMERIC NOT NULL,
  MinMonths INTEGER NOT NULL
);
CREATE TABLE Member (
  MemberID INTEGER PRIMARY KEY,
  FullName TEXT NOT NULL,
  Town TEXT NOT NULL,
  BirthDate DATE NOT NULL,
  JoinedOn DATE NOT NULL,
  LeftOn DATE,
  MemberStatus TEXT NOT NULL CHECK (MemberStatus IN ('active', 'frozen', 'left')),
  PlanCode TEXT NOT NULL REFERENCES PlanType (PlanCode),
  HomeClubID INTEGER NOT NULL REFERENCES Club (ClubID),
  ReferrerID INTEGER REFERENCES Member (MemberID)
);
CREATE TABLE ClassType (
  ClassTypeID INTEGER PRIMARY KEY,
  ClassName TEXT NOT NULL UNIQUE,
  Intensity TEXT NOT NULL CHECK (Intensity IN ('low', 'medium', 'high')),
  DurationMin INTEGER NOT NULL,
  AvgKcal INTEGER NOT NULL
);
CREATE TABLE GymClass (
  GymClassID INTEGER PRIMARY KEY,
  ClassTypeID INTEGER NOT NULL REFERENCES ClassType (ClassTypeID),
  ClubID INTEGER NOT NULL REFERENCES Club (ClubID),
  CoachID INTEGER NOT NULL REFERENCES Coach (CoachID),
  SubstituteCoachID INTEGER REFERENCES Coach (CoachID),
  StartsAt TIMESTAMP NOT NULL,
  Capacity INTEGER NOT NULL,
  IsCancelled BOOLEAN NOT NULL
);
CREATE TABLE ClassBooking (
  BookingID INTEGER PRIMARY KEY,
  GymClassID INTEGER NOT NULL REFERENCES GymClass (GymClassID),
  MemberID INTEGER NOT NULL REFERENCES Member (MemberID),
  BookedAt TIMESTAMP NOT NULL,
  BookingStatus TEXT NOT NULL CHECK (BookingStatus IN ('attended', 'no-show', 'cancelled'))
);
CREATE TABLE CheckIn (
  CheckInID INTEGER PRIMARY KEY,
  MemberID INTEGER NOT NULL REFERENCES Member (MemberID),
  ClubID INTEGER NOT NULL REFERENCES Club (ClubID),
  EnteredAt TIMESTAMP NOT NULL,
  LeftAt TIMESTAMP
);
CREATE TABLE Payment (
  PaymentID INTEGER PRIMARY KEY,
  MemberID INTEGER NOT NULL REFERENCES Member (MemberID),
  PaidOn DATE NOT NULL,
  Purpose TEXT NOT NULL,
  Amount NUMERIC NOT NULL,
  RefundAmount NUMERIC NOT NULL
);
CREATE TABLE Machine (
  MachineNo TEXT PRIMARY KEY,
  Kind TEXT NOT NULL,
  Brand TEXT NOT NULL,
  ClubID INTEGER NOT NULL REFERENCES Club (ClubID),
  BoughtOn DATE NOT NULL,
  PurchasePrice NUMERIC NOT NULL,
  muw INTEGER NOT NULL, -- maximum user weight, kg
  OutOfOrder BOOLEAN NOT NULL
);
CREATE TABLE RepairJob (
  JobID INTEGER PRIMARY KEY,
  MachineNo TEXT NOT NULL REFERENCES Machine (MachineNo),
  ReportedAt TIMESTAMP NOT NULL,
  FixedAt TIMESTAMP,
  RepairCost NUMERIC
);
CREATE VIEW CurrentMember AS
  SELECT MemberID, FullName, Town, JoinedOn, HomeClubID, PlanCode FROM Member WHERE MemberStatus = 'active';
CREATE VIEW ClubVisits AS
  SELECT c.ClubName, COUNT(*) AS Visits, COUNT(DISTINCT i.MemberID) AS Visitors
  FROM CheckIn i JOIN Club c ON c.ClubID = i.ClubID WHERE i.EnteredAt >= '2025-01-01' GROUP BY c.ClubName;
`;

export const FINISH = `
CREATE INDEX CheckInMember ON CheckIn (MemberID);
CREATE INDEX BookingClass ON ClassBooking (GymClassID);
CREATE INDEX PaymentMember ON Payment (MemberID);
`;
