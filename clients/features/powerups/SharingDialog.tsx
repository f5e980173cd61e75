import { CopyButton } from "@ensemble/blocks/CopyButton";
import { onServer } from "@ensemble/contract/base-path";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PowerupDetail, SCOPES } from "./operations";
import { POWERUP_PLACES } from "./places";
import { sharingMutation } from "./powerup-queries";

/** Sets who is to have a PowerUP; others get it once it was reviewed (spec §4). */
export function SharingDialog({ powerup, onClose }: { powerup: PowerupDetail; onClose: () => void }) {
  const text = useText("powerups");
  const common = useText("common");
  const problemText = useProblemText();
  const save = useMutation(sharingMutation(useQueryClient()));
  const [scope, setScope] = useState(powerup.scope);
  const [anonymous, setAnonymous] = useState(powerup.anonymous);
  const { id, shown_scope } = powerup;
  const link = new URL(onServer(POWERUP_PLACES.share(id)), window.location.href).href;
  return (
    <FormDialog
      title={text("share_title")}
      cancelLabel={common("cancel")}
      submitLabel={common("save")}
      width="md"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ id, scope, anonymous }, { onSuccess: onClose })}
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label={text("share_title")}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: text(`share.${value}`) }))}
          onChange={setScope}
        />
        <p className="text-muted text-sm">{text(`share_hint.${scope}`)}</p>
        <Rows>
          <Row title={text("anonymous")} description={text("anonymous_hint")}>
            <Switch label={text("anonymous")} checked={anonymous} onChange={setAnonymous} />
          </Row>
        </Rows>
        {shown_scope === "private" ? null : (
          <div className="flex items-center gap-2 rounded-md bg-sunken ps-3 pe-1.5 text-sm">
            <span dir="ltr" className="min-w-0 flex-1 truncate">
              {link}
            </span>
            <CopyButton label={common("copy_link")} content={link} />
          </div>
        )}
        {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      </div>
    </FormDialog>
  );
}
