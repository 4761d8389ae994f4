import type { Me, Parley } from "@parley/client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Who is signed in, and the service as they see it. */
export interface SignedIn {
  parley: Parley;
  me: Me;
  isAdmin: boolean;
  signOut: () => Promise<void>;
}

export const SignedInContext = createContext<SignedIn | null>(null);

/** Who is signed in. Throws outside of the rooms, which only they see. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error("Nobody is signed in here");
  return signedIn;
}
