import { TeamFrame } from "./TeamFrame";
import { TeamsList } from "./TeamsList";

/** Page of the current team and the other ones (spec §2: /team). */
export function TeamPage() {
  return <TeamFrame>{() => <TeamsList />}</TeamFrame>;
}
