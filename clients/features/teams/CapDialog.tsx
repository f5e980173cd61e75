import type { MeterUse } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { TextField } from "@ensemble/ui/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { capMutation } from "./team-queries";

/** Whose limits are set: a member's, or (null) the whole team's. */
export interface CapOf {
  id: string | null;
  name: string;
  meters: MeterUse[];
}

/** How much somebody may use in a month. An empty field is no limit. */
export function CapDialog({ teamId, of, onClose }: { teamId: string; of: CapOf; onClose: () => void }) {
  const text = useText("teams");
  const problemText = useProblemText();
  const cap = useMutation(capMutation(useQueryClient(), teamId, of.id));
  const [caps, setCaps] = useState(() => of.meters.map((meter) => meter.cap?.toString() ?? ""));
  const [asked, setAsked] = useState(false);
  const isWrong = (value: string) => value.trim() !== "" && !/^\d{1,9}$/.test(value.trim());
  const submit = async () => {
    setAsked(true);
    if (caps.some(isWrong)) return;
    for (const [index, meter] of of.meters.entries()) {
      const value = caps[index]?.trim() ?? "";
      const amount = value === "" ? null : Number(value);
      if (amount !== meter.cap) await cap.mutateAsync({ meter: meter.meter, amount });
    }
    onClose();
  };
  return (
    <FormDialog
      title={text("limits_of", { name: of.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={cap.isPending}
      fieldFirst
      onClose={onClose}
      // What failed stands in the dialog.
      onSubmit={() => void submit().catch(() => undefined)}
    >
      <p className="text-muted text-sm">{text("limits_hint")}</p>
      {of.meters.map((meter, index) => (
        <TextField
          key={meter.meter}
          label={text(`meter.${meter.meter}`)}
          inputMode="numeric"
          placeholder={text("no_limit")}
          value={caps[index] ?? ""}
          onChange={(value) => setCaps(caps.map((old, at) => (at === index ? value : old)))}
          error={asked && isWrong(caps[index] ?? "") ? text("whole_number") : undefined}
        />
      ))}
      <div aria-live="polite">
        {cap.error ? <p className="text-danger text-sm">{problemText(cap.error)}</p> : null}
      </div>
    </FormDialog>
  );
}
