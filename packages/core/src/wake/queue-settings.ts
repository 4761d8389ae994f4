/** How the queue of durable turns is set up, deployed and on one machine. */
export const turnQueueSettings = {
  /**
   * A message that failed is delivered again after this: just longer than the worker may take (AWS refuses less), so that three
   * deliveries and the turn's end take less than an hour. One that is delivered while its turn runs finds it claimed.
   */
  visibilitySeconds: 16 * 60,
  /** How often a message is delivered before it goes to the dead letters. */
  receives: 3,
} as const;
