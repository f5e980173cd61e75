import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { isMac } from "@ensemble/ui/key-names";
import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { acceleratorOf, keyNames } from "./accelerator";

/** Field to record a shortcut. Escape cancels. */
export function KeysField({ keys, onChange }: { keys: string; onChange: (keys: string) => void }) {
  const text = useText("desktop");
  const [recording, setRecording] = useState(false);
  const record = (event: KeyboardEvent) => {
    if (!recording || event.key === "Tab") return;
    event.preventDefault();
    if (event.key === "Escape") return setRecording(false);
    const pressed = acceleratorOf(event.nativeEvent, isMac());
    if (!pressed) return;
    setRecording(false);
    onChange(pressed);
  };
  return (
    <>
      <Button
        size="sm"
        aria-pressed={recording}
        onClick={() => setRecording(true)}
        onKeyDown={record}
        onBlur={() => setRecording(false)}
      >
        <span dir="ltr">
          {recording
            ? text("shortcut_press")
            : keys
              ? keyNames(keys, isMac()).join(" + ")
              : text("shortcut_none")}
        </span>
        <span className="sr-only">{text("shortcut_change")}</span>
      </Button>
      {keys ? (
        <IconButton size="sm" label={text("shortcut_remove")} icon={<X />} onClick={() => onChange("")} />
      ) : null}
    </>
  );
}
