import { useEffect, useState } from "preact/hooks";

/** True while the user's own colours replace the page's. */
export function useForcedColours(): boolean {
  const [isForced, setForced] = useState(false);
  useEffect(() => {
    const query = matchMedia("(forced-colors: active)");
    const read = () => setForced(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return isForced;
}
