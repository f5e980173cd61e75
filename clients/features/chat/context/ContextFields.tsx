import {
  CONTEXT_MAX_TOKENS,
  CONTEXT_MIN_TOKENS,
  CONTEXT_STEP_TOKENS,
} from "@ensemble/contract/generated/limits/identity";
import type { ContextSettings } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Lock } from "lucide-react";
import { useState } from "react";

interface ContextFieldsProps {
  value: ContextSettings;
  /** True if the person's plan allows a custom limit. */
  custom: boolean;
  onChange: (value: ContextSettings) => void;
}

/** Fields for smart or custom context, and for custom the limit: none, or a number of tokens. */
export function ContextFields({ value, custom, onChange }: ContextFieldsProps) {
  const text = useText("chat");
  return (
    <div className="flex flex-col items-start gap-3">
      <Segmented
        label={text("context_mode")}
        value={value.mode}
        onChange={(mode) => (custom || mode === "smart") && onChange({ ...value, mode })}
        options={[
          { value: "smart", label: text("context_smart") },
          {
            value: "custom",
            label: text("context_custom"),
            icon: custom ? undefined : <Lock aria-hidden="true" />,
          },
        ]}
      />
      <p className="text-muted text-sm">
        {text(value.mode === "smart" ? "context_smart_hint" : "context_custom_hint")}
        {custom ? null : ` ${text("context_custom")}: ${text("upgrade_to_unlock")}.`}
      </p>
      {value.mode === "custom" ? (
        <>
          <Segmented
            label={text("context_limit")}
            value={value.limit}
            onChange={(limit) => onChange({ ...value, limit })}
            options={[
              { value: "crop", label: text("context_crop_to") },
              { value: "none", label: text("context_no_limit") },
            ]}
          />
          {value.limit === "crop" ? (
            <TokensField
              key={value.tokens}
              tokens={value.tokens}
              onChange={(tokens) => onChange({ ...value, tokens })}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

const isAllowed = (tokens: number) =>
  Number.isInteger(tokens) &&
  tokens >= CONTEXT_MIN_TOKENS &&
  tokens <= CONTEXT_MAX_TOKENS &&
  tokens % CONTEXT_STEP_TOKENS === 0;

/** Applies a number on blur or Enter: half a number is not a limit. */
function TokensField({ tokens, onChange }: { tokens: number; onChange: (tokens: number) => void }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const [typed, setTyped] = useState(String(tokens));
  const wanted = Number(typed);
  const number = (count: number) => fullNumber(count, locale);
  const rule = text("context_tokens_rule", {
    min: number(CONTEXT_MIN_TOKENS),
    max: number(CONTEXT_MAX_TOKENS),
    step: number(CONTEXT_STEP_TOKENS),
  });
  const take = () => {
    if (isAllowed(wanted) && wanted !== tokens) onChange(wanted);
  };
  return (
    <TextField
      label={text("context_tokens_label")}
      type="number"
      inputMode="numeric"
      min={CONTEXT_MIN_TOKENS}
      max={CONTEXT_MAX_TOKENS}
      step={CONTEXT_STEP_TOKENS}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
      hint={rule}
      error={isAllowed(wanted) ? undefined : rule}
    />
  );
}
