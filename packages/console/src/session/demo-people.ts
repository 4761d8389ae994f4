/** A member of the demo, whom anybody on this machine may be. */
export interface DemoPerson {
  member_id: string;
  name: string;
  role: "admin" | "member";
  organization: string;
}

async function answered<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request;
  if (!response.ok) throw new Error(`The local gateway answered ${response.status}`);
  return (await response.json()) as Answer; // The local gateway is of the same release.
}

/** The people of the demo, by `GET /_local/people`, which only the gateway of `npm start` has. */
export async function readPeople(): Promise<readonly DemoPerson[]> {
  return (await answered<{ people: DemoPerson[] }>(fetch("/_local/people"))).people;
}

/** A code that signs a member of the demo in. */
export async function enterAs(memberId: string): Promise<string> {
  const request = fetch("/_local/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ member_id: memberId }),
  });
  return (await answered<{ code: string }>(request)).code;
}
