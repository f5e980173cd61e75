import { PLACES } from "@ensemble/blocks/places";
import type { MemorySource } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";

/** Link to the message that an item was learned from. */
export function SourceLink({ source }: { source: MemorySource }) {
  const text = useText("memory");
  return (
    <AppLink
      to={PLACES.chat(source.conversation_id, source.message_id)}
      className="inline-flex items-center rounded-sm text-accent-ink underline-offset-2 hover:underline touch:min-h-11"
    >
      {text("show_message")}
    </AppLink>
  );
}
