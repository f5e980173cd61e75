import { useText } from "@ensemble/i18n/text";
import type { Subject } from "../document-queries";

/** Suggested first questions: for one document, and for a collection. */
const QUESTIONS = {
  library: ["sum_up", "key_facts", "questions"],
  collection: ["compare", "sum_up_all", "key_facts_all"],
} as const;

/** Suggested questions for an empty chat. Pressing one sends it. */
export function FirstQuestions({
  kind,
  onAsk,
}: {
  kind: Subject["kind"];
  onAsk: (question: string) => void;
}) {
  const text = useText("library");
  return (
    <ul aria-label={text("first_questions")} className="mt-4 flex w-full flex-col gap-2">
      {QUESTIONS[kind].map((name) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onAsk(text(`first.${name}`))}
            className="plain-bidi min-h-9 w-full rounded-md px-3 py-2 text-start text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover touch:min-h-11"
          >
            {text(`first.${name}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
