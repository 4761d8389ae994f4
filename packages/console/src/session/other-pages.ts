/**
 * The other pages of this browser, which share one session: when somebody else has come in, or nobody is, none of them goes on
 * with what it has. Returns how to tell them.
 */
export function otherPages(): () => void {
  const channel = new BroadcastChannel("parley-session");
  channel.addEventListener("message", () => location.reload());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  return () => channel.postMessage("changed");
}
