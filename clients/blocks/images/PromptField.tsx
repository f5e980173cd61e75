import { useText } from "@ensemble/i18n/text";
import { TextArea } from "@ensemble/ui/fields/TextArea";

/** Field for what is to be made, with examples while it is empty. Ctrl or ⌘ with Enter submits. */
export function PromptField({
  label,
  placeholder,
  maxLength,
  value,
  examples,
  onChange,
  onSubmit,
}: {
  label: string;
  placeholder: string;
  maxLength?: number;
  value: string;
  examples: readonly string[];
  onChange: (prompt: string) => void;
  onSubmit: () => void;
}) {
  return (
    <>
      <TextArea
        label={label}
        placeholder={placeholder}
        rows={4}
        maxLength={maxLength}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      {value.trim() === "" ? <Examples prompts={examples} onChoose={onChange} /> : null}
    </>
  );
}

function Examples({ prompts, onChoose }: { prompts: readonly string[]; onChoose: (prompt: string) => void }) {
  const text = useText("media");
  return (
    <ul aria-label={text("examples")} className="flex flex-col gap-1">
      {prompts.map((prompt) => (
        <li key={prompt}>
          <button
            type="button"
            className="w-full rounded-md px-2 py-1 text-start text-muted text-sm hover:bg-hover hover:text-ink touch:min-h-11"
            onClick={() => onChoose(prompt)}
          >
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  );
}
