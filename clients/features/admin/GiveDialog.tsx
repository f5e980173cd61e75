import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { GRANT_MAX, REASON_MAX_CHARS } from "@ensemble/contract/generated/limits/admin";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { GrantedLot, Recipient } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { giveGrantMutation, recipientsQuery } from "./admin-queries";
import { endOfDay } from "./local-time";
import { RecipientName } from "./RecipientName";
import { wrongField } from "./wrong-field";

const METERS = ["advanced_credit", "advanced_query", "standard_query"] as const;

/** Grants queries or credits to `to`, or to a searched recipient. */
export function GiveDialog({ to, onClose }: { to: Recipient | null; onClose: () => void }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const problemText = useProblemText();
  // The same id for retries, so that the grant is made once.
  const [id] = useState(uuidV7);
  const [recipient, setRecipient] = useState(to);
  const [meter, setMeter] = useState<GrantedLot["meter"]>("advanced_credit");
  const [amount, setAmount] = useState("");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const said = () => showToast({ title: text("given_toast", { name: recipient?.name ?? "" }) });
  const give = useMutation(withSuccessToast(giveGrantMutation(useQueryClient()), said));

  const count = /^\d{1,7}$/.test(amount.trim()) ? Number(amount) : 0;
  const endsAt = endOfDay(until);
  const refused = wrongField(give.error);
  const wrong = {
    amount: count < 1 || count > GRANT_MAX || refused === "amount",
    ends_at: (until !== "" && (endsAt === null || Date.parse(endsAt) <= Date.now())) || refused === "ends_at",
    reason: reason.trim() === "" || refused === "reason",
  };
  const submit = () => {
    setTried(true);
    if (recipient === null || count < 1 || count > GRANT_MAX || reason.trim() === "") return;
    if (until !== "" && endsAt === null) return;
    const { workspace_id } = recipient;
    const body = { id, workspace_id, meter, amount: count, ends_at: endsAt, reason: reason.trim() };
    give.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={text("give_title")}
      cancelLabel={text("cancel")}
      submitLabel={text("give_now")}
      busy={give.isPending}
      width="md"
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      {to ? (
        <p className="text-sm">
          <RecipientName of={to} />
        </p>
      ) : (
        <RecipientField chosen={recipient} onChoose={setRecipient} missing={tried && recipient === null} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={text("what")}
          value={meter}
          options={METERS.map((value) => ({ value, label: text(`meter.${value}`) }))}
          onChange={setMeter}
        />
        <TextField
          label={text("amount")}
          inputMode="numeric"
          dir="ltr"
          value={amount}
          onChange={setAmount}
          error={
            tried && wrong.amount ? text("amount_wrong", { max: fullNumber(GRANT_MAX, locale) }) : undefined
          }
        />
      </div>
      <TextField
        label={text("good_until")}
        hint={text("good_until_hint")}
        type="date"
        dir="ltr"
        value={until}
        onChange={setUntil}
        error={tried && wrong.ends_at ? text("date_wrong") : undefined}
      />
      <TextArea
        label={text("reason")}
        hint={text("give_reason_hint")}
        dir="auto"
        maxLength={REASON_MAX_CHARS}
        value={reason}
        onChange={setReason}
        error={tried && wrong.reason ? text("reason_missing") : undefined}
      />
      {give.error && refused === null ? <Notice tone="danger">{problemText(give.error)}</Notice> : null}
    </FormDialog>
  );
}

/** Finds a person or team by name or address. */
function RecipientField({
  chosen,
  onChoose,
  missing,
}: {
  chosen: Recipient | null;
  onChoose: (recipient: Recipient) => void;
  missing: boolean;
}) {
  const text = useText("admin");
  const name = useId();
  const [words, setWords] = useState("");
  const found = useQuery(recipientsQuery(useDeferredValue(words.trim())));
  const others = (found.data ?? []).filter((one) => one.workspace_id !== chosen?.workspace_id);
  const listed = chosen ? [chosen, ...others] : others;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{text("to_whom")}</legend>
      <div className="flex">
        <SearchField
          label={text("search_recipients")}
          clearLabel={text("clear")}
          value={words}
          onChange={setWords}
        />
      </div>
      <div className="flex max-h-48 flex-col divide-y divide-line overflow-y-auto rounded-md shadow-[inset_0_0_0_1px_var(--line)]">
        {listed.map((one) => (
          <label
            key={one.workspace_id}
            className="flex min-h-10 items-center gap-3 px-3 py-1.5 text-sm hover:bg-hover touch:min-h-11"
          >
            <input
              type="radio"
              name={name}
              checked={one.workspace_id === chosen?.workspace_id}
              onChange={() => onChoose(one)}
              className="size-4 flex-none accent-(--accent)"
            />
            <span className="min-w-0 flex-1 break-words">
              <RecipientName of={one} />
            </span>
          </label>
        ))}
        {found.isSuccess && listed.length === 0 ? (
          <p className="px-3 py-2 text-muted text-sm">{text("nobody_found")}</p>
        ) : null}
      </div>
      <p aria-live="polite" className={missing ? "text-danger text-sm" : "sr-only"}>
        {missing ? text("recipient_missing") : null}
      </p>
    </fieldset>
  );
}
