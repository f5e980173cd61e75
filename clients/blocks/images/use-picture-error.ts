import { toProblem } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { PictureFaultError, RATIO_MAX } from "./send-picture";

/** Returns a function that says why a picture could not be sent. */
export function usePictureError(): (error: unknown) => string {
  const text = useText("media");
  const problemText = useProblemText();
  return (error) => {
    if (error instanceof PictureFaultError)
      return error.fault === "too_small"
        ? text("picture.too_small", { pixels: error.minPixels })
        : text("picture.too_narrow", { ratio: RATIO_MAX });
    return problemText(toProblem(error)) ?? text("picture.failed");
  };
}
