import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import type { CreateForm } from "../studio/use-create-form";

const QUALITIES = ["cozy", "epic", "minimal", "colorful"] as const;

/** Makes an image again, with more of a quality. */
export function MakeItMore({
  image,
  form,
  onClose,
  onStarted,
}: {
  image: Image;
  form: CreateForm;
  onClose: () => void;
  onStarted: () => void;
}) {
  const text = useText("images");
  const mediaText = useText("media");
  const priceText = usePriceText();
  const [quality, setQuality] = useState("");
  const wanted = quality.trim();
  return (
    <FormDialog
      title={text("make_more")}
      cancelLabel={text("cancel")}
      submitLabel={text("create_action")}
      busy={form.isStarting}
      disabled={wanted === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        if (wanted === "") return;
        form.startFrom(image, text("make_more_prompt", { quality: wanted, prompt: image.prompt }).trim());
        onStarted();
      }}
    >
      <TextField
        label={text("make_more_label")}
        placeholder={text("make_more_placeholder")}
        value={quality}
        onChange={setQuality}
      />
      <ul aria-label={mediaText("examples")} className="flex flex-wrap gap-1.5">
        {QUALITIES.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="h-8 rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:text-ink touch:h-11"
              onClick={() => setQuality(text(`quality.${name}`))}
            >
              {text(`quality.${name}`)}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-faint text-xs">{priceText("advanced_credit", form.price)}</p>
    </FormDialog>
  );
}
