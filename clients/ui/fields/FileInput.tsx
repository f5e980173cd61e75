import type { RefObject } from "react";

interface FileInputProps {
  /** Ref to open the browser's file dialog: `input.current?.click()`. */
  input: RefObject<HTMLInputElement | null>;
  /** Accepted file extensions and media types, comma-separated; any file by default. */
  accept?: string;
  multiple?: boolean;
  label?: string;
  testId?: string;
  /** Called with at least one file; the same one can be chosen again. */
  onChoose: (files: [File, ...File[]]) => void;
}

/** Hidden file input behind a button of ours. */
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
