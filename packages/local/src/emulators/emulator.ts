/** A stand-in for one AWS service, spoken to over HTTP by the ordinary SDK clients. */
export interface Emulator {
  endpoint: string;
  stop(): Promise<void>;
}
