import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { UnusablePicture } from "./draw/assets";
import { CanvasError } from "./draw/canvas";
import { SIDE_MAX } from "./model/document";

/** Returns a function that says what went wrong. */
export function useEditorError(): (error: unknown) => string {
  const text = useText("images");
  const problemText = useProblemText();
  return (error) => {
    if (error instanceof UnusablePicture)
      return error.reason === "too_large"
        ? text("editor.picture_too_large", { max: SIDE_MAX })
        : text("editor.picture_unreadable");
    if (error instanceof CanvasError)
      return text(error.reason === "size" ? "editor.picture_too_much" : "editor.format_unsupported");
    return problemText(error) ?? text("editor.failed");
  };
}
