import type { RefObject } from "react";

interface FileInputProps {
  /** Ref to open the browser's file dialog: `input.current?.click()`. */
  input: RefObject<HTMLInputElement | null>;
  /** File name endings and media types, comma-separated; any file unless told. */
  accept?: string;
  multiple?: boolean;
  label?: string;
  testId?: string;
  /** One file at least; the same one can be chosen again. */
  onChoose: (files: [File, ...File[]]) => void;
}

/** The browser's file chooser, behind a button of ours. */
export function FileInput({ input, accept, multiple, label, testId, onChoose }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      aria-label={label}
      data-testid={testId}
      onChange={(event) => {
        const [first, ...more] = event.target.files ?? [];
        event.target.value = "";
        if (first) onChoose([first, ...more]);
      }}
    />
  );
}
