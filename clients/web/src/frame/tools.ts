import type { TextKey } from "@ensemble/i18n/text";
import { type LucideIcon, Signature } from "lucide-react";

/** Page that is not part of an area. */
export interface Tool {
  to: string;
  label: TextKey<"toolkit">;
  icon: LucideIcon;
}

/**
 * Spec §2, tool areas. Loaded after the first page with the links to them: the rail, "More" and the palette.
 */
export const TOOLS: readonly Tool[] = [{ to: "/bypass-ai", label: "humanizer", icon: Signature }];

export const isAt = ({ to }: Tool, path: string): boolean => path === to || path.startsWith(`${to}/`);
