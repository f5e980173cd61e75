import type { OwnAffiliate } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { applyMutation } from "./affiliate-queries";

/** Form for an affiliate's promotion and payout details, to apply and to change them later. */
export function ApplicationForm({ own }: { own: OwnAffiliate }) {
  const text = useText("affiliates");
  const problemText = useProblemText();
  const [about, setAbout] = useState(own.about);
  const [payoutTo, setPayoutTo] = useState(own.payout_to);
  const apply = useMutation(applyMutation(useQueryClient()));
  const known = own.state !== null;
  const code = (apply.error as { code?: string } | null)?.code;
  const said = (of: string) => (apply.error && code === of ? problemText(apply.error) : undefined);
  const other =
    apply.error && code !== "affiliates.about_invalid" && code !== "affiliates.payout_invalid"
      ? problemText(apply.error)
      : undefined;
  const submit = () =>
    apply.mutate(
      { about, payout_to: payoutTo },
      { onSuccess: () => showToast({ title: text(known ? "saved" : "applied"), kind: "success" }) },
    );
  return (
    <Section
      title={text(known ? "your_details" : "apply_title")}
      description={known ? undefined : text("apply_hint")}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextArea
          label={text("about")}
          hint={text("about_hint")}
          rows={3}
          maxLength={1_000}
          value={about}
          onChange={setAbout}
          error={said("affiliates.about_invalid")}
        />
        <TextField
          label={text("payout_to")}
          hint={text("payout_to_hint")}
          maxLength={300}
          dir="auto"
          value={payoutTo}
          onChange={setPayoutTo}
          error={said("affiliates.payout_invalid") ?? other}
        />
        <div className="flex justify-end">
          <Button
            type="submit"
            kind={known ? "secondary" : "primary"}
            busy={apply.isPending}
            disabled={known && about === own.about && payoutTo === own.payout_to}
          >
            {text(known ? "save" : "apply")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
