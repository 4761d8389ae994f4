/** A bug to be seeded into the protocol: pieces of a file under `packages/core/src`, each replaced by another. */
export interface Mutation {
  name: string;
  changes: { file: string; from: string; to: string }[];
}

const one = (name: string, file: string, from: string, to: string): Mutation => ({
  name,
  changes: [{ file, from, to }],
});

/** One bug each. `npm run reliability` proves that the simulation catches every one of them. */
export const mutations: readonly Mutation[] = [
  one(
    "a turn is claimed even if it is held",
    "turn/claim.ts",
    'expr`#status = ${"in_progress"} AND (${mayClaim})`',
    'expr`#status = ${"in_progress"}`',
  ),
  one(
    "an ended turn is settled again",
    "turn/settle.ts",
    'const isOpen = expr`#status = ${"in_progress"}`;',
    "const isOpen = expr`attribute_exists(#pk)`;",
  ),
  one(
    "a worker settles a turn that another one runs",
    "turn/settle.ts",
    'return join([isOpen, expr`#worker = ${claimant.worker}`], " AND ");',
    "return isOpen;",
  ),
  one(
    "a turn found abandoned is settled without a look at its lease",
    "turn/settle.ts",
    'return join([isOpen, isUntouched(claimant.seen)], " AND ");',
    "return isOpen;",
  ),
  one("the chat is not released", "turn/settle.ts", "})} REMOVE #active_turn_id`,", "})}`,"),
  one(
    "the final message is written after the transaction",
    "turn/settle.ts",
    `[end, release, ...messages.map((message) => ({ put: message }))]);
  if (outcome.done) return "settled";`,
    `[end, release]);
  if (outcome.done) for (const message of messages) await ctx.table.put(message);
  if (outcome.done) return "settled";`,
  ),
  {
    name: "a question that its turn alone has is lost at the turn's end",
    changes: [
      {
        file: "turn/settle.ts",
        from: "const messages = withQuestion(turn, ending.messages);",
        to: "const messages = ending.messages;",
      },
      {
        file: "turn/settle-in-time.ts",
        from: "const said = withQuestion(turn, ending.messages);",
        to: "const said = ending.messages;",
      },
    ],
  },
  one(
    "whoever finds a turn lost ends it without its question",
    "turn/settle.ts",
    "const messages = withQuestion(turn, ending.messages);",
    "const messages = ending.messages;",
  ),
  one(
    "an edit writes no item for a question that was in the item of its answer",
    "turn/edit.ts",
    "{ put: { ...held, content: message, turn_id: turn.turn_id }, when: expr`attribute_not_exists(#pk)` },",
    "",
  ),
  one(
    "a page of chats is told without those that have stayed below their places",
    "chat/latest.ts",
    "await look([...taken, ...entries.filter(({ index_sk }) => mayStay(index_sk) && index_sk >= lowest)]);",
    "await look(taken);",
  ),
  one(
    "a list of chats goes by their places and not by their last updates",
    "chat/latest.ts",
    "const place = entered > updated ? entered : updated;",
    "const place = entered;",
  ),
  one(
    "a chat is left in its place by what its turn's acceptance had read of it",
    "turn/settle.ts",
    'isLeft ? join([isRunning, staysAt(now)], " AND ") : isRunning',
    "isRunning",
  ),
  one(
    "a chat that was given another place while its turn ran stays locked",
    "turn/settle.ts",
    "stays_ms !== undefined && chat?.active_turn_id === turn_id && chat.deleted_at === undefined",
    "stays_ms === 0 && chat?.active_turn_id === turn_id && chat.deleted_at === undefined",
  ),
  one(
    "a cancelled turn completes",
    "turn/settle.ts",
    'ending.status === "completed" ? [expr`attribute_not_exists(#cancel_requested)`] : []',
    "[] as Expression[]",
  ),
  one("a durable turn runs three times", "turn/expired-lease.ts", "turn.attempt < 2", "turn.attempt < 3"),
  one("a durable turn is given up at once", "turn/expired-lease.ts", "turn.attempt < 2", "turn.attempt < 1"),
  {
    name: "a request id is written over",
    changes: [
      {
        file: "turn/new-turn.ts",
        from: "{ put: turn, when: expr`attribute_not_exists(#pk)` }",
        to: "{ put: turn }",
      },
    ],
  },
  one(
    "a turn's id does not follow from its request",
    "turn/new-turn.ts",
    "client_request_id === undefined ? undefined : requestTail(chat.id, client_request_id)",
    "undefined",
  ),
  one(
    "a request id is remembered on the durable route alone",
    "turn/submission.ts",
    '...(typeof body.client_request_id === "string" && { client_request_id: body.client_request_id }),',
    "",
  ),
  one(
    "a replay on a socket is sent by every worker that is invoked for it",
    "socket/replay.ts",
    "AND (${isUntaken} OR ${isLost} OR ${replay}.#worker = ${worker})",
    "",
  ),
  one(
    "another payload gets the turn of a request id",
    "turn/idempotency.ts",
    'if (turn.payload_hash !== hash) fail("IDEMPOTENCY_CONFLICT");',
    "",
  ),
  one(
    "a turn that was glanced at counts as it is",
    "turn/accept.ts",
    "isCurrent || isTerminal(item.status) ? item",
    "true ? item",
  ),
  one(
    "a request is refused for its own turn that was missed beside the chat",
    "turn/accept.ts",
    "const missed = await earlierTurn(ctx, submission);\n        if (missed)",
    "const missed = undefined;\n        if (missed)",
  ),
  one(
    "who goes on with a cut stream gets the last event again",
    "turn/event-log.ts",
    "const from = Math.max(seq + 1, firstSeq(turn.attempt));",
    "const from = Math.max(seq, firstSeq(turn.attempt));",
  ),
  one(
    "a stream's ids are one ahead of the log's",
    "turn/event-log-writer.ts",
    "      return logged;",
    "      return { ...logged, seq: logged.seq + 1 };",
  ),
  one(
    "a follower of an ended turn does not wait for what its worker still has to log",
    "turn/follow-events.ts",
    "+ LOG_TAIL_MS;",
    ";",
  ),
  {
    name: "a second turn is accepted while one runs",
    changes: [
      {
        file: "turn/accept.ts",
        from: "if (chat.active_turn_id !== undefined) {",
        to: "if (chat.active_turn_id === '') {",
      },
      {
        file: "turn/acceptance-writes.ts",
        from: "expr`attribute_not_exists(#active_turn_id)`",
        to: "expr`attribute_exists(#pk)`",
      },
    ],
  },
  {
    name: "a running turn is seen when the chat is read, and not when it is written",
    changes: [
      {
        file: "turn/acceptance-writes.ts",
        from: "[owns, isThere, isFree, isUnchanged, ...isUncut]",
        to: "[owns, isThere, ...isUncut]",
      },
    ],
  },
  one(
    "the lease is not renewed",
    "turn/keep-lease.ts",
    "expr`SET #lease_until = ${until}, #progress",
    "expr`SET #progress",
  ),
  one(
    "a lease counts as over before its time",
    "turn/expired-lease.ts",
    "if (turn.lease_until !== undefined) return turn.lease_until < now;",
    "if (turn.lease_until !== undefined) return turn.lease_until < now + 25_000;",
  ),
  one(
    "message ids follow the clock alone",
    "turn/history.ts",
    "floor = nextMessageId(ctx.ids, turn.chat_id, floor);",
    "floor = nextMessageId(ctx.ids, turn.chat_id);",
  ),
  one(
    "a chat from before ids of messages ended like its own gets nothing that leads to it",
    "turn/acceptance-writes.ts",
    "(has_end ? [] : [{ put: { ...endKey(id) } }])",
    "(has_end ? [] : [])",
  ),
  one(
    "what is cut out takes the messages of tools before it along",
    "message/remove.ts",
    "isAlone(free) ? free : await unfolded(ctx, free)",
    "free",
  ),
  one(
    "messages of tools are lost when they are to have items of their own",
    "message/unfold.ts",
    "...stepsIn(holder).map((step) => ({ put: step })),",
    "",
  ),
  one("a message of a tool is told by two items", "message/unfold.ts", "REMOVE #first_step`", "`"),
  one("what led to a deleted chat stays", "chat/purge.ts", "removeMany([endKey(chatId)])", "removeMany([])"),
  one("an edit takes out the edited message, too", "turn/edit.ts", "from: `${edits}!`", "from: edits"),
  one(
    "an edit leaves the last message",
    "turn/settle.ts",
    "const last = ctx.ids.next(ending.messages.at(-1)?.id ?? turn.message_floor);",
    "const last = turn.message_floor;",
  ),
  one(
    "a cut is written over by the next",
    "chat/record.ts",
    "#cuts = list_append(if_not_exists(#cuts, ${[]}), ${[cut]})",
    "#cuts = ${[cut]}",
  ),
  one(
    "the sweeper forgets unclaimed turns",
    "turn/wake-again.ts",
    "!isHeld(turn, now)",
    "turn.lease_until !== undefined && turn.lease_until < now",
  ),
  one(
    "a job of the sweeper is begun beside another run of it",
    "store/job-lease.ts",
    "expr`${isFree} OR ${isAhead} OR ${isOwn}`",
    "undefined",
  ),
  one(
    "a slot is taken away from a connection that is still being opened",
    "socket/slots.ts",
    "slots.filter(([, until]) => Math.abs(now - (until - SLOT_LIFETIME_MS)) >= OPENING_MS)",
    "slots",
  ),
  one(
    "a connection that is gone keeps its slot",
    "socket/slots.ts",
    "const gone = settled.filter((_, position) => !open[position]);",
    "const gone = settled.slice(settled.length);",
  ),
  one(
    "every meeting wakes a waiting turn, however often it was woken",
    "turn/wake-again.ts",
    "if (!isWaiting(turn, now) || !isDue(turn, now)) return false;",
    "if (!isWaiting(turn, now)) return false;",
  ),
  one(
    "everybody who meets a waiting turn at once wakes it",
    "turn/wake-again.ts",
    "AND ${isUntouched(turn)} AND ${isAsSeen}`",
    "AND ${isUntouched(turn)}`",
  ),
  one(
    "a turn is woken that was claimed since it was seen",
    "turn/wake-again.ts",
    "AND ${isUntouched(turn)} AND ${isAsSeen}`",
    "AND ${isAsSeen}`",
  ),
  one(
    "who meets a waiting turn leaves it to the sweeper",
    "turn/wake-or-end.ts",
    "  await wakeIfWaiting(ctx, turn);\n  return settledIfLost",
    "  return settledIfLost",
  ),
  one(
    "who meets a chat leaves its waiting turn to the sweeper",
    "turn/wake-or-end.ts",
    "  await wakeIfWaiting(ctx, turn);\n  if (!isLost",
    "  if (!isLost",
  ),
  one(
    "a claimed turn still counts how often it was woken",
    "turn/claim.ts",
    " REMOVE #woken_at, #wakes, #claim_by, #stays_ms`",
    "`",
  ),
  {
    name: "a chat's wrong time goes on to what its environment makes next",
    changes: [
      { file: "environment/ids.ts", from: "if (floor > now + IDS_AHEAD_MS) return idOf(floor, 0, tail);", to: "" },
      { file: "environment/ids.ts", from: "lastTime > now + IDS_AHEAD_MS ? 0 : lastTime", to: "lastTime" },
    ],
  },
  one(
    "a disabled member's turn goes on",
    "turn/keep-lease.ts",
    "if (!may) await requestCancel(ctx, turn.chat_id, turn.turn_id);",
    "",
  ),
  one("the throttle never refuses", "throttle/submission-budget.ts", 'when: join(when, " AND "),', ""),
  one(
    "an interrupted turn still sends what it held",
    "turn/endings.ts",
    `function cancelledEnding({ pump, history }: Telling): Promise<Ending> {
  pump.drop();`,
    "function cancelledEnding({ pump, history }: Telling): Promise<Ending> {",
  ),
  one(
    "who meets a lost turn leaves it to the sweeper",
    "turn/wake-or-end.ts",
    "await settleAbandoned(ctx, turn);\n  return true;\n}",
    "return false;\n}",
  ),
];
