import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Clock } from "@parley/core/environment/clock";
import { Failure } from "@parley/core/failure/failure";
import { log } from "@parley/core/observe/log";
import { isBadRequest, modelFailure, retryDelay } from "./failures.ts";
import { Flood, floodIn } from "./flood.ts";
import { showsPictures, withoutPictures } from "./pictures.ts";
import type { BypassedModel, TextBypass } from "./text-bypass.ts";
import { type WireBypass, wireBypassFor } from "./wire-bypass.ts";

export interface Reliability {
  clock: Clock;
  /** Milliseconds to the first sign of life, and between two of them up to the first word; then half of it between two pieces. */
  timeoutMs: number;
  /** Text is passed on this often (ms); what comes in between waits for more, `LATE_MS` longer at most. */
  paceMs: number;
  /**
   * Called before each request to the provider; null if no more may be made. What it returns is given
   * the call's text as it comes, and what a finished call used.
   */
  onCall: (call: LanguageModelV4CallOptions) => CallMeter | null;
}

/** Measures one call to a model. One that is cut short reports no usage: only its text is known. */
export interface CallMeter {
  /** The provider took nothing of the call. */
  refused(): void;
  said(text: string): void;
  finished(usage: LanguageModelV4Usage): void;
}

const MODEL_CALL_ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;
/** Text waits so many milliseconds longer for more than the time in which it is passed on. */
const LATE_MS = 5;
/** At most this many characters are passed on at once, so that a flood is noticed in time. */
const PIECE_CHARACTERS = 8_000;
/** A provider that asks for a longer pause than this counts as unavailable at once. */
const LONGEST_DELAY_MS = 15_000;

/**
 * The same model, made dependable: transport errors, 5xx and 429 are tried again with growing pauses as long as the call
 * has sent nothing, and never after; every wait is bounded; whatever fails is a visible `Failure`, except a flood, which is
 * `Flooded`.
 *
 *   open ──── thought ──── first word ──── piece ──── piece ──── finish
 *    └ timeoutMs ┘└ timeoutMs ┘   └ timeoutMs / 2 ┘
 *    └ tried again            ┘   └ never tried again
 */
export function reliable(model: LanguageModelV4, reliability: Reliability): BypassedModel {
  const flood = new Flood();
  let bypass: TextBypass | undefined;
  return {
    useBypass(given) {
      bypass = given;
    },
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: () => Promise.reject(new Error("models answer as a stream only")),
    async doStream(call) {
      let { prompt } = call;
      let failed: Error | undefined;
      for (let attempt = 1; ; attempt++) {
        const meter = reliability.onCall({ ...call, prompt });
        if (!meter) throw failed ?? new Failure("MODEL_UNAVAILABLE");
        const started = new Attempt(model, { ...call, prompt }, reliability, { flood, meter, bypass });
        try {
          return { stream: await started.begin() };
        } catch (error) {
          started.end();
          call.abortSignal?.throwIfAborted();
          if (!started.isOpen) meter.refused();
          if (isBadRequest(error) && showsPictures(prompt)) {
            prompt = withoutPictures(prompt);
            continue;
          }
          const wait = retryDelay(error);
          failed = floodIn(error) ?? modelFailure(error);
          if (wait === null || wait > LONGEST_DELAY_MS || attempt === MODEL_CALL_ATTEMPTS) throw failed;
          log("warn", "model call tried again", { attempt, model: model.modelId });
          const pause = FIRST_DELAY_MS * 3 ** (attempt - 1) * (0.75 + Math.random() / 2);
          await reliability.clock.sleep(Math.max(wait, pause), call.abortSignal);
          call.abortSignal?.throwIfAborted();
        }
      }
    },
  };
}

type Piece = Extract<LanguageModelV4StreamPart, { delta: string }>;
type TextDelta = Extract<LanguageModelV4StreamPart, { type: "text-delta" }>;
const isPiece = (part: LanguageModelV4StreamPart): part is Piece => "delta" in part;

/** True for a part in which the model does something: what it thinks is a sign of life, too. */
const isAlive = (part: LanguageModelV4StreamPart): boolean =>
  isPiece(part) ? part.delta !== "" : part.type !== "stream-start" && part.type !== "response-metadata";

/** One HTTP call to the model: it holds the connection, so it has a life. */
class Attempt {
  readonly #model: LanguageModelV4;
  readonly #call: LanguageModelV4CallOptions;
  readonly #reliability: Reliability;
  readonly #flood: Flood;
  readonly #meter: CallMeter;
  readonly #bypass: TextBypass | undefined;
  /** Text that has gone past the SDK, which gets it in one piece. */
  #owed: TextDelta | undefined;
  /** What comes after it. */
  #afterOwed: LanguageModelV4StreamPart | undefined;
  readonly #connection = new AbortController();
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  #reading: ReturnType<ReadableStreamDefaultReader<LanguageModelV4StreamPart>["read"]> | undefined;
  #wire: WireBypass | undefined;
  /** A part that has been read but not passed on yet. */
  #ahead: Promise<LanguageModelV4StreamPart> | undefined;
  /** When text was last passed on. */
  #textAt = -Infinity;
  /** When the wait for the next piece began. */
  #waitingSince: number | undefined;
  #isSilent = false;
  /** When the model last gave a sign of life. */
  #aliveAt = 0;

  constructor(
    model: LanguageModelV4,
    call: LanguageModelV4CallOptions,
    reliability: Reliability,
    { flood, meter, bypass }: { flood: Flood; meter: CallMeter; bypass: TextBypass | undefined },
  ) {
    this.#model = model;
    this.#call = call;
    this.#reliability = reliability;
    this.#flood = flood;
    this.#meter = meter;
    this.#bypass = bypass;
  }

  /** True once the provider has begun to answer. */
  get isOpen(): boolean {
    return this.#reader !== undefined;
  }

  /** Waits for the first word or tool call; rejects if the call fails before it. */
  async begin(): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const { timeoutMs } = this.#reliability;
    const held = await this.#inTime(this.#untilFirstWord());
    void this.#endWhenSilent(timeoutMs / 2);
    return new ReadableStream<LanguageModelV4StreamPart>(
      {
        pull: async (controller) => {
          try {
            const part = await this.#forSdk(held);
            this.#bypass?.sending(part);
            controller.enqueue(part);
            if (part.type === "finish") {
              controller.close();
              this.end();
            }
          } catch (error) {
            const failure = this.#call.abortSignal?.aborted ? error : (floodIn(error) ?? modelFailure(error));
            controller.enqueue({ type: "error", error: failure });
            controller.close();
            this.end();
          }
        },
        cancel: () => this.end(),
      },
      { highWaterMark: 0 },
    );
  }

  /** The next part that goes through the SDK: after text that went past it, that text in one piece. */
  async #forSdk(held: LanguageModelV4StreamPart[]): Promise<LanguageModelV4StreamPart> {
    for (;;) {
      const part = this.#afterOwed ?? held.shift() ?? (await this.#paced());
      this.#afterOwed = undefined;
      if (part.type === "text-delta" && !part.providerMetadata && this.#bypass?.give(part.delta)) {
        this.#owed = { ...part, delta: (this.#owed?.delta ?? "") + part.delta };
        continue;
      }
      if (!this.#owed) return part;
      this.#afterOwed = part;
      const owed = this.#owed;
      this.#owed = undefined;
      return owed;
    }
  }

  /**
   * The next part; pieces that come faster than text is sent are joined, as each part costs the SDK's loop a dozen
   * steps. Text goes out with the piece that fills its time, or `LATE_MS` later.
   */
  async #paced(): Promise<LanguageModelV4StreamPart> {
    const { clock, paceMs } = this.#reliability;
    const part = await this.#peek();
    this.#ahead = undefined;
    if (!isPiece(part)) return part;
    let { delta } = part;
    const since = part.type === "text-delta" ? this.#textAt : clock.now();
    const isEarly = () => clock.now() - since < paceMs && delta.length < PIECE_CHARACTERS;
    if (isEarly()) {
      const due = clock.sleep(paceMs + LATE_MS, this.#connection.signal);
      while (isEarly()) {
        // The end of the text, or a failure, is left to the next call.
        const next = await Promise.race([this.#peek(), due]).catch(() => undefined);
        if (next?.type !== part.type || next.id !== part.id || next.providerMetadata) break;
        this.#ahead = undefined;
        delta += next.delta;
      }
    }
    if (part.type === "text-delta") this.#textAt = clock.now();
    return { ...part, delta };
  }

  /** The next part, which stays the next one until it is taken. */
  #peek(): Promise<LanguageModelV4StreamPart> {
    return (this.#ahead ??= this.#spoken());
  }

  /** The next part after the first word; rejects with MODEL_TIMEOUT if it did not come in time. */
  async #spoken(): Promise<LanguageModelV4StreamPart> {
    this.#waitingSince = this.#reliability.clock.now();
    try {
      return await this.#next();
    } catch (error) {
      throw this.#isSilent ? new Failure("MODEL_TIMEOUT") : error;
    } finally {
      this.#waitingSince = undefined;
    }
  }

  /** Ends a call that says nothing for `ms`. One timer for the whole answer: pieces are many, and few are late. */
  async #endWhenSilent(ms: number): Promise<void> {
    const { clock } = this.#reliability;
    const { signal } = this.#connection;
    while (!signal.aborted) {
      const silence = this.#waitingSince === undefined ? 0 : clock.now() - this.#waitingSince;
      if (silence >= ms) {
        this.#isSilent = true;
        this.end();
      } else await clock.sleep(ms - silence, signal);
    }
  }

  /** Ends the wait for `work` with MODEL_TIMEOUT when the model has given no sign of life for `timeoutMs`. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { clock, timeoutMs } = this.#reliability;
    const done = new AbortController();
    const silence = async (): Promise<never> => {
      this.#aliveAt = clock.now();
      for (let left = timeoutMs; left > 0 && !done.signal.aborted; left = this.#aliveAt + timeoutMs - clock.now())
        await clock.sleep(left, done.signal);
      throw new Failure("MODEL_TIMEOUT");
    };
    try {
      return await Promise.race([work, silence()]);
    } finally {
      done.abort();
    }
  }

  /** Closes the connection; does nothing if it is closed already. */
  end(): void {
    this.#connection.abort();
    // A stream that failed rejects being cancelled; its failure has been reported already.
    this.#reader?.cancel().catch(() => {});
  }

  async #untilFirstWord(): Promise<LanguageModelV4StreamPart[]> {
    const signals = [this.#connection.signal, this.#call.abortSignal].filter((signal) => signal !== undefined);
    const abortSignal = AbortSignal.any(signals);
    this.#wire = wireBypassFor(abortSignal);
    const { stream } = await this.#model.doStream({ ...this.#call, abortSignal });
    this.#reader = stream.getReader();
    const held: LanguageModelV4StreamPart[] = [];
    for (;;) {
      const part = await this.#next();
      held.push(part);
      if (part.type === "finish" || part.type === "tool-call" || (part.type === "text-delta" && part.delta !== ""))
        return held;
    }
  }

  /** The next part of the provider's client, or text that has come past it; undefined at the end. */
  async #heard(): Promise<LanguageModelV4StreamPart | undefined> {
    const [wire, reader] = [this.#wire, this.#reader];
    if (!wire || !reader) return undefined;
    for (;;) {
      this.#reading ??= reader.read();
      wire.reads(true);
      await Promise.race([this.#reading, wire.coming()]).finally(() => wire.reads(false));
      const text = wire.take();
      if (text !== "") return wire.partOf(text);
      const { done, value } = await this.#reading;
      this.#reading = undefined;
      const part = done ? undefined : wire.receive(value);
      if (done || part) return part;
    }
  }

  /** The next part; rejects with what went wrong, also if the stream ends without saying that it is done. */
  async #next(): Promise<LanguageModelV4StreamPart> {
    const part = await this.#heard();
    if (part === undefined) throw new Failure("MODEL_UNAVAILABLE");
    if (part.type === "error") throw part.error;
    this.#flood.count(part);
    if (isAlive(part)) this.#aliveAt = this.#reliability.clock.now();
    if (isPiece(part)) this.#meter.said(part.delta);
    if (part.type !== "finish") return part;
    this.#meter.finished(part.usage);
    const { unified, raw } = part.finishReason;
    if (unified === "content-filter") throw new Failure("CONTENT_FILTERED");
    // Without a word for why it ended, the answer was cut.
    const isCut = unified === "other" && raw === undefined;
    if (unified === "error" || unified === "interrupted" || isCut) throw new Failure("MODEL_UNAVAILABLE");
    return part;
  }
}
