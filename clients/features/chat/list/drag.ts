import type { DragEvent } from "react";

const TYPE = "application/x-ensemble-conversations";

/** Starts dragging conversations. */
export function dragConversations(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = "move";
}

export const holdsConversations = (event: DragEvent): boolean => event.dataTransfer.types.includes(TYPE);

export function droppedConversations(event: DragEvent): string[] {
  const ids: unknown = JSON.parse(event.dataTransfer.getData(TYPE) || "[]");
  return Array.isArray(ids) ? ids.map(String) : [];
}
