/** A person's settings for the selection toolbar. */
export interface SelectionOptions {
  /** Shown always, or only while Alt is held. */
  show: "always" | "alt";
}

export function readSelectionOptions(options: unknown): SelectionOptions {
  const { show } = (options ?? {}) as Partial<SelectionOptions>;
  return { show: show === "alt" ? "alt" : "always" };
}
