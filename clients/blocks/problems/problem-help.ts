import type { ProblemCode } from "@ensemble/contract/problem-codes";
import type { Problem, TeamRole } from "@ensemble/contract/wire";

export type Help =
  | "retry"
  | "switch_model"
  | "connections"
  | "usage"
  | "plans"
  | "credits"
  | "sign_in"
  // Actions in a team's workspace.
  | "team_usage"
  | "team_billing"
  | "own_workspace"
  | "ask_admin";

export type ProblemHelp = Partial<Record<ProblemCode, readonly Help[]>>;

/** Help on problems of the platform; areas bring theirs. */
const PLATFORM: ProblemHelp = {
  "providers.key_refused": ["connections", "switch_model"],
  "providers.key_missing": ["connections", "switch_model"],
  "providers.key_unreadable": ["connections", "switch_model"],
  "providers.forbidden": ["switch_model", "connections"],
  "providers.no_answer": ["retry", "switch_model"],
  "providers.request_refused": ["switch_model", "retry"],
  "providers.busy": ["retry", "switch_model"],
  "providers.overloaded": ["retry", "switch_model"],
  "providers.unreachable": ["retry", "connections", "switch_model"],
  "providers.timed_out": ["retry", "switch_model"],
  "providers.answer_broke_off": ["retry", "switch_model"],
  "providers.model_unknown": ["switch_model", "connections"],
  "model_files.program_missing": ["connections", "switch_model"],
  "model_files.file_missing": ["switch_model", "connections"],
  "model_files.too_large": ["switch_model", "retry"],
  "model_files.did_not_start": ["retry", "connections", "switch_model"],
  "model_files.start_timed_out": ["retry", "connections", "switch_model"],
  "model_files.stopped": ["retry", "connections", "switch_model"],
  "model_files.busy": ["retry", "switch_model"],
  "generation.line_full": ["retry", "switch_model"],
  "entitlements.upgrade_to_unlock": ["plans", "switch_model"],
  "ledger.queries_used_up": ["plans", "usage", "switch_model"],
  "ledger.spending_limit": ["switch_model", "retry"],
  "ledger.model_unpriced": ["switch_model"],
  "ledger.insufficient_credits": ["credits", "usage", "switch_model"],
  "ledger.account_cap_reached": ["usage", "switch_model"],
  "ledger.cap_reached": ["team_usage", "ask_admin", "own_workspace", "switch_model"],
  "entitlements.team_locked": ["team_billing", "own_workspace"],
  "identity.team_admin_only": ["own_workspace"],
  "identity.login_required": ["sign_in"],
  "identity.session_ended": ["sign_in"],
};

/**
 * Replacements of help actions by role: in a team its admin buys, and members ask them (spec §6). In a
 * person's own workspace, a team's refusal is outdated.
 */
const INSTEAD: Record<TeamRole | "own", Partial<Record<Help, Help[]>>> = {
  // Credits are bought, or purchased automatically as set on the team's billing page.
  admin: {
    plans: ["team_billing"],
    credits: ["credits", "team_billing"],
    usage: ["team_usage"],
    ask_admin: [],
  },
  member: {
    plans: ["own_workspace", "ask_admin"],
    credits: ["own_workspace", "ask_admin"],
    usage: ["team_usage"],
    team_billing: [],
  },
  own: { team_usage: ["usage"], team_billing: [], ask_admin: [], own_workspace: ["retry"] },
};

/**
 * Returns the actions that help with a problem, best first. `team`: the reader's role in the current
 * workspace; null: it is their own. Unknown problems can be retried.
 */
export function helpFor(problem: Problem, team: TeamRole | null, ofAreas: ProblemHelp = {}): readonly Help[] {
  const code = problem.code as ProblemCode;
  const ways = ofAreas[code] ?? PLATFORM[code] ?? ["retry"];
  const instead = INSTEAD[team ?? "own"];
  return [...new Set(ways.flatMap((way) => instead[way] ?? [way]))];
}
