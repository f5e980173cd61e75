import { hasStyle, withStyle } from "@ensemble/blocks/images/prompt-style";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import type { VideoForm } from "./use-video-form";

/** Effects that are put into the prompt, in words that every model reads. */
const EFFECTS = [
  "slow_motion",
  "time_lapse",
  "push_in",
  "orbit",
  "drone",
  "handheld",
  "bullet_time",
  "loop",
  "stop_motion",
  "particles",
  "melt",
  "inflate",
] as const;
type Effect = (typeof EFFECTS)[number];

const NONE = "none";

/** Choice of an effect: its words stand at the end of the prompt, where they can be changed. */
export function EffectField({ form }: { form: VideoForm }) {
  const text = useText("videos");
  const separator = text("prompt_separator");
  const wordsOf = (effect: Effect) => text(`effect_words.${effect}`);
  const chosen = EFFECTS.find((effect) => hasStyle(form.prompt, wordsOf(effect), separator));
  const choose = (value: Effect | typeof NONE) => {
    const effect = EFFECTS.find((one) => one === value) ?? chosen;
    if (!effect || value === chosen) return;
    const others = EFFECTS.filter((one) => one !== effect).map(wordsOf);
    form.setPrompt(withStyle(form.prompt, wordsOf(effect), { others, separator }));
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Select<Effect | typeof NONE>
        label={text("effect")}
        value={chosen ?? NONE}
        options={[
          { value: NONE, label: text("effect.none") },
          ...EFFECTS.map((effect) => ({ value: effect, label: text(`effect.${effect}`) })),
        ]}
        onChange={choose}
      />
      <p className="text-muted text-sm">{text("effect_hint")}</p>
    </div>
  );
}
