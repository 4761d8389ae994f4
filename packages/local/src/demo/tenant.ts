import { type GoldenPlan, QUILLMERE_GOLDEN } from "./golden-questions.ts";
import { DUNMARROW_QUERIES, type QueryPlan, QUILLMERE_QUERIES } from "./saved-queries.ts";

export type MemberPlan = {
  name: string;
  email: string;
  role: "admin" | "member";
  active: boolean;
  memories: readonly string[];
};
export type AgentPlan = {
  name: string;
  description: string;
  instructions: string;
  /** Null: the platform's default model. */
  model_id: string | null;
  published: boolean;
  is_default: boolean;
  starter_prompts: readonly string[];
};
export type IntegrationPlan = { display_name: string; database: "warehouse" | "campaigns" | "freight" };
export type ProjectPlan = {
  name: string;
  description: string;
  tags: readonly string[];
  /** Names of files in `documents/files`. */
  documents: readonly string[];
  /** Whether the quarterly review made from the warehouse is among them. */
  hasReview: boolean;
};
/** What an organization of the demo is made of; `seed.ts` writes it. */
export type OrganizationPlan = {
  name: string;
  members: readonly MemberPlan[];
  agents: readonly AgentPlan[];
  integrations: readonly IntegrationPlan[];
  projects: readonly ProjectPlan[];
  saved_queries: readonly QueryPlan[];
  /** Of the first of its databases. */
  golden_questions: readonly GoldenPlan[];
  rules: readonly string[];
};

/** The demo tenant: two invented organizations that must never see anything of each other. */
export const ORGANIZATIONS: readonly [OrganizationPlan, OrganizationPlan] = [
  {
    name: "Quillmere Home",
    members: [
      {
        name: "Nora Quistgard",
        email: "nora@quillmere.example.com",
        role: "admin",
        active: true,
        memories: [
          "I am the managing director's assistant and prepare the monthly review.",
          "The advisory board meets on the second Tuesday of each quarter.",
        ],
      },
      {
        name: "Samir Vossberg",
        email: "samir@quillmere.example.com",
        role: "member",
        active: true,
        memories: [
          "I work in sales controlling.",
          "I like a chart with answers that go by month.",
          "My reports are due on the fifth working day of the month.",
        ],
      },
      {
        name: "Tilda Harrowell",
        email: "tilda@quillmere.example.com",
        role: "member",
        active: true,
        memories: ["I lead the customer support team."],
      },
      { name: "Otto Marlowen", email: "otto@quillmere.example.com", role: "member", active: false, memories: [] },
    ],
    agents: [
      {
        name: "Business analyst",
        description: "Answers questions about sales, customers, products and returns",
        instructions:
          "Answer questions about the business of Quillmere Home from its databases. Say the number first, then how it was found.",
        model_id: null,
        published: true,
        is_default: true,
        starter_prompts: [
          "How many customers are there?",
          "Revenue by month last year",
          "Which category has the most returns?",
        ],
      },
      {
        name: "Service handbook",
        description: "Knows the returns policy, the warranty and the handbooks",
        instructions: "Answer from the documents of the chosen projects and name the document and the section.",
        model_id: null,
        published: true,
        is_default: false,
        starter_prompts: ["How long can customers return goods?", "How long is the warranty on furniture?"],
      },
      {
        name: "Forecast draft",
        description: "Not finished: estimates of the coming quarter",
        instructions:
          "Estimate the coming quarter from the same quarter of earlier years and say how uncertain the estimate is.",
        model_id: null,
        published: false,
        is_default: false,
        starter_prompts: [],
      },
    ],
    integrations: [
      { display_name: "Sales warehouse", database: "warehouse" },
      { display_name: "Marketing campaigns", database: "campaigns" },
    ],
    projects: [
      {
        name: "Customer service",
        description: "Returns, warranty, club and delivery",
        tags: ["service", "policies"],
        documents: ["returns-policy.md", "warranty-and-repairs.md", "quillmere-club.md", "shipping-rates.csv"],
        hasReview: false,
      },
      {
        name: "Company handbook",
        description: "For everybody who works at Quillmere Home",
        tags: ["internal"],
        documents: ["onboarding-guide.md", "security-policy.txt", "price-changes.md"],
        hasReview: true,
      },
    ],
    saved_queries: QUILLMERE_QUERIES,
    golden_questions: QUILLMERE_GOLDEN,
    rules: ["Amounts are in euros.", "A quarter is a calendar quarter and a week begins on Monday."],
  },
  {
    name: "Dunmarrow Freight",
    members: [
      {
        name: "Greta Calderpen",
        email: "greta@dunmarrow.example.org",
        role: "admin",
        active: true,
        memories: ["I plan the fleet of all depots."],
      },
      {
        name: "Ivo Fennimar",
        email: "ivo@dunmarrow.example.org",
        role: "member",
        active: true,
        memories: ["I work at the claims desk."],
      },
    ],
    agents: [
      {
        name: "Freight analyst",
        description: "Answers questions about shipments, depots and incidents",
        instructions:
          "Answer questions about the transports of Dunmarrow Freight from its database and its operations manual.",
        model_id: null,
        published: true,
        is_default: true,
        starter_prompts: ["How many shipments were delivered last month?", "Which depot has the most late deliveries?"],
      },
    ],
    integrations: [{ display_name: "Freight operations", database: "freight" }],
    projects: [
      {
        name: "Operations manual",
        description: "Driving, claims and opening hours of the depots",
        tags: ["operations"],
        documents: ["driver-handbook.md", "claims-procedure.txt", "depot-hours.csv"],
        hasReview: false,
      },
    ],
    saved_queries: DUNMARROW_QUERIES,
    golden_questions: [],
    rules: ["Amounts are in euros, distances in kilometres and weights in kilograms."],
  },
];
