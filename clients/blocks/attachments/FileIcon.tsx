import { File, FileCode, FileSpreadsheet, FileText, Image, Presentation } from "lucide-react";

/** Icon for a kind of file. */
export function FileIcon({ mediaType, className }: { mediaType: string; className?: string }) {
  const Icon = iconOf(mediaType);
  return <Icon className={className} aria-hidden="true" />;
}

function iconOf(mediaType: string) {
  if (mediaType.startsWith("image/")) return Image;
  if (mediaType.includes("spreadsheet") || mediaType === "text/csv") return FileSpreadsheet;
  if (mediaType.includes("presentation")) return Presentation;
  if (mediaType === "text/html") return FileCode;
  if (mediaType === "") return File;
  return FileText;
}
