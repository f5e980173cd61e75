import { api } from "./api";
import { parseEvents } from "./event-stream";
import type { Operations } from "./operations";
import { connectionProblem } from "./problem-error";
import { handOver, type OpenLine } from "./sse";
import type { Message } from "./wire";

/** Request that starts an answer. */
type Starting =
  | "/api/chat/conversations/{id}/messages"
  | "/api/chat/messages/{id}/regenerate"
  | "/api/chat/messages/{id}/ensemble";
type Inputs<Path extends Starting> = Omit<Operations["post"][Path], "answer">;

/**
 * Requests an answer together with its events, which saves a round trip before the first words. The
 * connection is kept for the next reader of the run's events. If the server writes several answers or none,
 * there is no connection.
 */
export async function postAndFollow<Path extends Starting>(
  path: Path,
  inputs: Inputs<Path>,
): Promise<Operations["post"][Path]["answer"]> {
  const stopping = new AbortController();
  const response = await api.postForEvents(path, { ...inputs, signal: stopping.signal });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return readWhole(response);
  if (!response.body) throw connectionProblem();
  const line: OpenLine = {
    events: parseEvents(response.body, () => line.onHeard()),
    close: () => stopping.abort(),
    onHeard: () => undefined,
  };
  const { value: first } = await line.events.next();
  if (first?.type !== "sent") {
    line.close();
    throw connectionProblem();
  }
  const answer = JSON.parse(first.data) as { assistant_message: Message };
  handOver(`/api/runs/${encodeURIComponent(answer.assistant_message.run_id ?? "")}/events`, line);
  return answer as Operations["post"][Path]["answer"];
}

const readWhole = (response: Response) =>
  response.json().catch(() => {
    // A proxy responded instead of the server, or the connection broke.
    throw connectionProblem();
  });
