import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { BookText } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const PromptDrawer = lazy(() => import("./PromptDrawer").then((file) => ({ default: file.PromptDrawer })));

/** Button that opens the prompt library. */
export function PromptsPlug({ seat }: { seat: ComposerSeat }) {
  const text = useText("prompts");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={text("library")}
        icon={<BookText />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <PromptDrawer seat={seat} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
