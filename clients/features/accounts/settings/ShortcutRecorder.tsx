import { keysOfPress, mayBind } from "@ensemble/blocks/commands/commands";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { Kbd } from "@ensemble/ui/Kbd";
import { isMac } from "@ensemble/ui/key-names";
import { RotateCcw, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

/** Records the shortcut of a command: press the button, then a key combination. Escape cancels. */
export function ShortcutRecorder({
  name,
  keys,
  initial,
  takenBy,
  onChange,
}: {
  name: string;
  keys: string | null;
  initial: string;
  /** Returns the command that already has this shortcut. */
  takenBy: (keys: string) => string | null;
  onChange: (keys: string | null) => void;
}) {
  const text = useText("accounts");
  const [recording, setRecording] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const record = (event: KeyboardEvent) => {
    if (!recording || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && !event.shiftKey) return stop();
    const pressed = keysOfPress(event.nativeEvent, isMac());
    if (!pressed) return;
    if (!mayBind(pressed)) return setRefusal(text("shortcut_needs_modifier"));
    const other = takenBy(pressed);
    if (other) return setRefusal(text("shortcut_taken", { command: other }));
    onChange(pressed);
    stop();
  };
  const stop = () => {
    setRecording(false);
    setRefusal(null);
  };

  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          data-records-keys={recording ? "" : undefined}
          aria-pressed={recording}
          onClick={() => setRecording(true)}
          onKeyDown={record}
          onBlur={stop}
          className={recording ? "outline-2 outline-accent-ink" : undefined}
        >
          {recording ? text("press_keys") : keys ? <Kbd keys={keys} /> : text("no_keys")}
          <span className="sr-only">
            {text(recording ? "press_keys_for" : "change_keys_of", { command: name })}
          </span>
        </Button>
        {keys === null ? null : (
          <IconButton
            size="sm"
            label={text("remove_keys_of", { command: name })}
            icon={<X />}
            onClick={() => onChange(null)}
          />
        )}
        {keys === initial ? null : (
          <IconButton
            size="sm"
            label={text("reset_keys_of", { command: name })}
            icon={<RotateCcw />}
            onClick={() => onChange(initial)}
          />
        )}
      </div>
      <p aria-live="assertive" className="text-danger text-xs empty:hidden">
        {refusal}
      </p>
    </div>
  );
}
