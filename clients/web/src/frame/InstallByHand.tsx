import { useText } from "@ensemble/i18n/text";
import { Share, SquarePlus } from "lucide-react";

/**
 * Explains how to install the app where the browser does not allow pages to offer it: Safari on iPhone and
 * iPad.
 */
export function InstallByHand() {
  const text = useText("frame");
  return (
    <ol className="flex flex-col gap-3 text-pretty [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:flex-none [&_svg]:text-accent-ink">
      <li className="flex gap-3">
        <Share aria-hidden="true" />
        {text("install_share")}
      </li>
      <li className="flex gap-3">
        <SquarePlus aria-hidden="true" />
        {text("install_add")}
      </li>
    </ol>
  );
}
