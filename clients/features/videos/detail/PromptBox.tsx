import { CopyButton } from "@ensemble/blocks/CopyButton";
import { useText } from "@ensemble/i18n/text";

/** Prompt in full, to be copied. */
export function PromptBox({ prompt }: { prompt: string }) {
  const text = useText("videos");
  if (prompt.trim() === "") return null;
  return (
    <div className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2">
      <p className="plain-bidi min-w-0 flex-1 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
        {prompt}
      </p>
      <CopyButton size="sm" content={prompt} label={text("copy_prompt")} />
    </div>
  );
}
