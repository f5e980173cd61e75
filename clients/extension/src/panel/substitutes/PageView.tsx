import type { ReactNode } from "react";

/** In the panel a PDF is shown by its text: what draws pages is as large as all else, and the web page has it. */
export default function PageView({
  children,
}: {
  fileId: string;
  wanted: object | null;
  children: ReactNode;
}) {
  return <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>;
}
