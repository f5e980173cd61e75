import { Languages, RotateCw, X } from "lucide-react";
import { CopyButton } from "../page-interface/CopyButton";
import { Floating } from "../page-interface/Floating";
import type { Box } from "../page-interface/near";
import { PageButton } from "../page-interface/PageButton";
import { pageText } from "../page-interface/page-text";

/** Note below a field during its translation or after a failure. */
export function FieldNote({
  anchor,
  problem,
  translated,
  onRetry,
  onClose,
}: {
  anchor: Box;
  /** Reason why the translation failed; null: it is in progress. */
  problem: string | null;
  /** Translation that the field rejected. */
  translated: string | null;
  onRetry: () => void;
  onClose: () => void;
}) {
  const text = pageText("translation");
  return (
    <Floating
      anchor={anchor}
      label={text("field_title")}
      role="dialog"
      onEscape={onClose}
      className="flex items-center gap-1 py-1 ps-3 pe-1 text-sm"
    >
      <Languages className="size-4 flex-none text-accent-ink" aria-hidden="true" />
      <p
        role="status"
        dir="auto"
        data-translation-field={problem ? "failed" : "translating"}
        className="px-1"
      >
        {problem ?? text("translating")}
      </p>
      {translated === null ? null : <CopyButton text={translated} />}
      {problem ? <PageButton label={text("retry")} icon={<RotateCw />} onClick={onRetry} /> : null}
      <PageButton label={text("close")} icon={<X />} onClick={onClose} />
    </Floating>
  );
}
