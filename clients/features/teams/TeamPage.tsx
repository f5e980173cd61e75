import { TeamFrame } from "./TeamFrame";
import { TeamsList } from "./TeamsList";

/** The team that one works in, and the others (spec §2: /team). */
export function TeamPage() {
  return <TeamFrame>{() => <TeamsList />}</TeamFrame>;
}
