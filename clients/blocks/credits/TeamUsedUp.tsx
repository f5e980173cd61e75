import type { Problem, TeamRole } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";

/** Exhausted resource by the code of the refusal. */
const USED_UP: Record<string, "credits" | "queries"> = {
  "ledger.insufficient_credits": "credits",
  "ledger.queries_used_up": "queries",
};

/**
 * Returns true if a refusal means that a team's shared credits or queries are used up (spec §8: team
 * credits).
 */
export const isUsedUp = ({ code }: Problem): boolean => code in USED_UP;

/** Shows that the team's credits or queries are used up, and the action for the reader's role. */
export function TeamUsedUp({ problem, team }: { problem: Problem; team: { name: string; role: TeamRole } }) {
  const text = useText("teams");
  const what = USED_UP[problem.code] ?? "queries";
  return (
    <>
      <p>{text(`used_up.${what}`, { team: isolated(team.name) })}</p>
      <p className="mt-1">{text(`used_up_${team.role}.${what}`)}</p>
    </>
  );
}
