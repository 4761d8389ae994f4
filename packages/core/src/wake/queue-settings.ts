/** How the queue of durable turns is set up, deployed and on one machine. */
export const turnQueueSettings = {
  /**
   * A message that failed comes again after this: just longer than the worker may take (AWS refuses less), so that three
   * deliveries and the turn's end take less than an hour. One that is delivered while its turn runs finds it claimed.
   */
  visibilitySeconds: 16 * 60,
  /** So often is a message delivered before it goes to the dead letters. */
  receives: 3,
} as const;
