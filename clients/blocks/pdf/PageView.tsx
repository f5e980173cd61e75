import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { type ReactNode, useState } from "react";
import type { PassageTarget } from "./PdfPage";
import PdfView from "./PdfView";

/** Shows the pages of a PDF and its extracted text. */
export default function PageView({
  fileId,
  wanted,
  children,
}: {
  fileId: string;
  wanted: PassageTarget | null;
  /** The text. */
  children: ReactNode;
}) {
  const text = useText("library");
  const [shown, setShown] = useState<"pages" | "text">("pages");
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-none">
        <Segmented
          label={text("shown")}
          value={shown}
          options={[
            { value: "pages", label: text("pages") },
            { value: "text", label: text("text") },
          ]}
          onChange={setShown}
        />
      </div>
      {shown === "text" ? (
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      ) : (
        <div className="flex min-h-0 flex-1 overflow-hidden rounded-md shadow-[inset_0_0_0_1px_var(--line)]">
          <PdfView fileId={fileId} wanted={wanted} />
        </div>
      )}
    </div>
  );
}
