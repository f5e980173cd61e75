import { BotFace } from "@ensemble/blocks/BotFace";
import { Bot } from "lucide-react";

/** Face of a bot in its form. A new one has no glyph of its own yet, so none is shown that it would not keep. */
export function FormFace({ id, icon }: { id: string | null; icon: string | null }) {
  if (id !== null || icon) return <BotFace id={id ?? ""} icon={icon} size="lg" />;
  return (
    <span className="flex size-10 flex-none items-center justify-center rounded-md bg-sunken text-muted shadow-[inset_0_0_0_1px_var(--line)]">
      <Bot className="size-5" aria-hidden="true" />
    </span>
  );
}
