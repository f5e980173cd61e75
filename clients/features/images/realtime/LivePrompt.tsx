import { PromptField } from "@ensemble/blocks/images/PromptField";
import { PROMPT_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import { useText } from "@ensemble/i18n/text";

const EXAMPLES = ["portrait", "product", "poster"] as const;

/** Prompt of an image that is made again as one types: nothing has to be sent. */
export function LivePrompt({ value, onChange }: { value: string; onChange: (prompt: string) => void }) {
  const text = useText("images");
  return (
    <PromptField
      label={text("prompt")}
      placeholder={text("prompt_placeholder")}
      maxLength={PROMPT_MAX_CHARS}
      value={value}
      examples={EXAMPLES.map((name) => text(`example.${name}`))}
      onChange={onChange}
      onSubmit={() => undefined}
    />
  );
}
