/** Media type under which images of the gallery are dragged. */
const TYPE = "application/x-ensemble-images";

interface DragSource {
  dataTransfer: DataTransfer | null;
}

/** Puts images into a drag. */
export function dragImages({ dataTransfer }: DragSource, ids: readonly string[]): void {
  if (!dataTransfer) return;
  dataTransfer.setData(TYPE, JSON.stringify(ids));
  dataTransfer.effectAllowed = "copyMove";
}

/** Returns true if a drag carries images of the gallery. */
export const hasImages = ({ dataTransfer }: DragSource): boolean =>
  dataTransfer?.types.includes(TYPE) ?? false;

/** Returns true if a drag carries files. */
export const hasFiles = ({ dataTransfer }: DragSource): boolean =>
  dataTransfer?.types.includes("Files") ?? false;

/** Returns the ids of dropped images. */
export function droppedImages({ dataTransfer }: DragSource): string[] {
  try {
    const ids: unknown = JSON.parse(dataTransfer?.getData(TYPE) || "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
