import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTakeFiles } from "./use-take-files";

/** Chooses files for a draft. */
export function AttachButton({ place }: { place: string }) {
  const text = useText("documents");
  const take = useTakeFiles(place);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={text("attach")} icon={<Paperclip />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="attach-files"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.target.value = "";
        }}
      />
    </>
  );
}
