/** Tool that works on the whole picture elsewhere: on the server, by an engine or a model. */
export interface EditorTool {
  /** Stable name. */
  name: string;
  /** Name in the person's language. */
  label: string;
  /** True if it works on a part of the picture that has to be marked. */
  needsMask: boolean;
  /**
   * Makes a new picture. `mask`: PNG of the same size, transparent where the picture is to be made anew; null if
   * nothing is selected, unless the tool needs one. `report`: tells how far it is, from 0 to 100; without a call the
   * progress is unknown. An `Error` is shown by its message.
   */
  run(
    picture: Blob,
    mask: Blob | null,
    signal: AbortSignal,
    report: (percent: number) => void,
  ): Promise<Blob>;
}
