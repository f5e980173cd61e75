import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTakeFiles } from "./use-take-files";

/** Button to attach files to a draft. */
export function AttachButton({ place }: { place: string }) {
  const text = useText("start");
  const take = useTakeFiles(place);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={text("attach")} icon={<Paperclip />} onClick={() => input.current?.click()} />
      <FileInput input={input} multiple testId="attach-files" onChoose={take} />
    </>
  );
}
