import { useHost } from "@ensemble/host/HostContext";
import { useStore } from "zustand";
import { type Attachment, type Attachments, attachmentsOf } from "./attachments";

/** Returns the files of a draft with functions to change them. */
export function useAttachments(place: string): { files: readonly Attachment[]; attachments: Attachments } {
  const attachments = attachmentsOf(useHost());
  const files = useStore(attachments.places, (places) => places[place]) ?? attachments.read(place);
  return { files, attachments };
}

/** Returns the combined state of a draft's files: none, all ready, or some still in progress. */
export function readiness(files: readonly Attachment[]): "none" | "ready" | "busy" {
  if (files.some(({ state }) => state === "sending" || state === "reading")) return "busy";
  return files.some(({ state }) => state === "ready") ? "ready" : "none";
}
