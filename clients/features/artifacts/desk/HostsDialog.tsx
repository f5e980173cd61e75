import { HOSTS_MAX } from "@ensemble/contract/generated/limits/artifacts";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ArtifactDetail } from "../operations";
import { hostsIn } from "../preview/hosts";
import { hostsMutation } from "../queries";

/** Lets the owner of an artifact say which hosts its preview may reach (decision 1018). */
export default function HostsDialog({
  artifact,
  added,
  onClose,
}: {
  artifact: ArtifactDetail;
  /** Hosts that the artifact tried to reach. */
  added: readonly string[];
  onClose: () => void;
}) {
  const text = useText("artifacts");
  const problemText = useProblemText();
  const change = useMutation(hostsMutation(useQueryClient()));
  const [typed, setTyped] = useState(() => [...new Set([...artifact.hosts, ...added])].join("\n"));
  return (
    <FormDialog
      title={text("hosts")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      width="md"
      busy={change.isPending}
      onClose={onClose}
      onSubmit={() => change.mutate({ id: artifact.id, hosts: hostsIn(typed) }, { onSuccess: onClose })}
    >
      <p className="text-muted text-sm">{text("hosts_hint")}</p>
      <TextArea
        label={text("hosts_field")}
        hint={text("hosts_field_hint", { max: HOSTS_MAX })}
        error={change.isError ? problemText(change.error) : undefined}
        value={typed}
        onChange={setTyped}
        placeholder="https://api.example.com"
        dir="ltr"
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
      />
    </FormDialog>
  );
}
