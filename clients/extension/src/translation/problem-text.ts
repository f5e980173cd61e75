import type { Refusal } from "../page-features/page-messages";
import { pageText, problemSaid } from "../page-interface/page-text";
import { commonRefusal } from "../page-interface/refusal-text";

/** Returns our text for a problem, or the server's text if there is none. */
export function problemText(refusal: Refusal): string {
  const { code } = refusal;
  const text = pageText("translation");
  switch (code) {
    case "translation.out_of_queries":
      return text("problem_out_of_queries");
    case "translation.model_needed":
      return text("problem_model_needed");
    case "translation.text_too_long":
      return text("problem_text_too_long");
    case "signed_out":
      return text("problem_signed_out");
    case "unreachable":
      return text("problem_unreachable");
    case "translation.failed":
    case "failed":
    case "untrusted":
      return text("problem_failed");
    default:
      return commonRefusal(code) ?? problemSaid(refusal);
  }
}
