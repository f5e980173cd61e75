import type { ReactNode } from "react";

/** Shows a PDF as text in the panel: the PDF renderer would double the package, and the web page has it. */
export default function PageView({
  children,
}: {
  fileId: string;
  wanted: object | null;
  children: ReactNode;
}) {
  return <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>;
}
