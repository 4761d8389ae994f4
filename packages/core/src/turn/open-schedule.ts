import type { Ending, Telling } from "./endings.ts";

/** The ending of a turn that only hands a schedule over (D27). */
export function scheduleEnding(schedule: Record<string, unknown>, { pump, history }: Telling): Ending {
  const text = "The schedule is ready to be opened.";
  pump.write(text);
  history.add("final", text, { open_schedule: schedule });
  return { status: "completed", messages: history.messages(), usage: null, model_id: null };
}
