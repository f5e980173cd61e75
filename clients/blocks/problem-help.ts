import type { ProblemCode } from "@ensemble/contract/problem-codes";
import type { Problem } from "@ensemble/contract/wire";

export type Help = "retry" | "switch_model" | "connections" | "usage" | "plans" | "credits" | "sign_in";

const HELP: Partial<Record<ProblemCode, Help[]>> = {
  "providers.key_refused": ["connections", "switch_model"],
  "providers.key_missing": ["connections", "switch_model"],
  "providers.key_unreadable": ["connections", "switch_model"],
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
  "documents.too_many": ["plans"],
  "documents.too_many_uploads": ["plans"],
  "documents.too_many_questions": ["plans"],
  "ledger.queries_used_up": ["plans", "usage", "switch_model"],
  "ledger.spending_limit": ["switch_model", "retry"],
  "ledger.model_unpriced": ["switch_model"],
  "ledger.insufficient_credits": ["credits", "usage", "switch_model"],
  "identity.login_required": ["sign_in"],
  "identity.session_ended": ["sign_in"],
  // The text must change before it can be sent.
  "chat.text_too_long": [],
  "chat.text_empty": [],
};

/** What a reader can do about a problem, the best first. An unknown one can at least be tried again. */
export function helpFor(problem: Problem): readonly Help[] {
  return HELP[problem.code as ProblemCode] ?? ["retry"];
}
