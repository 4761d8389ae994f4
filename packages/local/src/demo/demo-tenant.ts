/** What `demo.json` tells people and black-box tests of the demo tenant. */
export interface DemoTenant {
  organizations: DemoOrganization[];
}

export interface DemoOrganization {
  id: string;
  name: string;
  api_key: string;
  /** base64url */
  shared_secret: string;
  members: { id: string; email: string; role: string; active: boolean; user_key: string }[];
  agents: { id: string; name: string; model_id: string; is_default: boolean }[];
  integrations: { id: string; display_name: string; type: string; engine: string }[];
  projects: { id: string; name: string }[];
  saved_queries: { id: string; title: string; parameters: string[]; sql: string | null }[];
}
