import { type TextKey, useText } from "@ensemble/i18n/text";

const WITH_MODEL = ["example_plan", "example_code", "example_explain"] as const satisfies TextKey<"start">[];
/** Examples that the built-in engine can answer. */
const BUILT_IN = [
  "example_units",
  "example_grammar",
  "example_definition",
] as const satisfies TextKey<"start">[];

/** Three example questions that the selected model can answer. */
export function WelcomeExamples({
  builtin,
  onChoose,
}: {
  builtin: boolean;
  onChoose: (example: string) => void;
}) {
  const text = useText("start");
  return (
    // With little height, only the field is shown.
    <ul className="grid gap-2 sm:grid-cols-3 [@media(height<44rem)]:hidden">
      {(builtin ? BUILT_IN : WITH_MODEL).map((example) => (
        <li key={example} className="min-w-0">
          <button
            type="button"
            onClick={() => onChoose(text(example))}
            className="flex size-full flex-col gap-1 rounded-md px-3.5 py-3 text-start shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover active:bg-pressed"
          >
            <span className="text-faint text-xs">{text(`${example}_hint`)}</span>
            <span className="plain-bidi line-clamp-3 text-sm">{text(example)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
