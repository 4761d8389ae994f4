/** Words that ask rather than name: they may stand first without harm. */
export const harmless =
  /^(new|active|current|repeat|returning|recurring|compare|describe|identify|determine|print|output|among|amongst|provide|extract|pull|check|present|people|person|who|kind|sort|types?|names?|different|breakdown|overview|summary|summarize|summarise|trend|trends|best|worst|top|title|titles|ids?|amounts?|values?|dates?|places?|full|complete|rank|order|return|look|see|think|answer|wat|whats|whose|help)$/i;
