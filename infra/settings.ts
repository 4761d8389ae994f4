import { settingsOf } from "./stages.ts";

/** The settings of the stage that is being deployed. */
export const settings = settingsOf($app.stage);
