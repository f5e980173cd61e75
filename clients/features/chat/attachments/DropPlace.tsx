import { useText } from "@ensemble/i18n/text";
import { FileDown } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useTakeFiles } from "./use-take-files";

/** Accepts files dropped on the page or pasted into the field, with a drop indicator. */
export function DropPlace({
  place,
  fieldRef,
}: {
  place: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const text = useText("start");
  const take = useTakeFiles(place);
  const [over, setOver] = useState(false);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    const field = fieldRef.current;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    field?.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onOver);
    document.addEventListener("dragleave", onLeave);
    document.addEventListener("drop", onDrop);
    return () => {
      field?.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onOver);
      document.removeEventListener("dragleave", onLeave);
      document.removeEventListener("drop", onDrop);
    };
  }, [fieldRef]);

  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim">
      <p className="flex items-center gap-3 rounded-lg bg-raised px-6 py-4 font-medium text-lg shadow-float">
        <FileDown className="size-6 text-accent-ink" aria-hidden="true" />
        {text("drop_here")}
      </p>
    </div>
  );
}

/** Returns true if a drag contains files; parts of the page can be dragged too. */
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
