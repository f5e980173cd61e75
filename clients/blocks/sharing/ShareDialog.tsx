import type { Share } from "@ensemble/contract/wire";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PanelProblem } from "../PanelProblem";
import { ShareAddress } from "./ShareAddress";
import { revokeShareMutation, shareMutation, shareOfQuery } from "./share-queries";

const EXPIRIES = ["never", "1", "7", "30", "365"] as const;
type Expiry = (typeof EXPIRIES)[number];

/** Kinds of things that this dialog shares. */
type SharedKind = "chat" | "bot" | "agent";

interface ShareDialogProps {
  kind: SharedKind;
  subjectId: string;
  /** Information shown before sharing. */
  lead?: ReactNode;
  onClose: () => void;
}

/** Creates, updates and revokes the public page of a chat, a bot or the result of an agent. */
export default function ShareDialog({ kind, subjectId, lead, onClose }: ShareDialogProps) {
  const text = useText("sharing");
  const known = useQuery(shareOfQuery(kind, subjectId));
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      width="md"
      title={text(`share_${kind}`)}
      description={text(`share_${kind}_description`)}
      closeLabel={text("close")}
    >
      {lead ? <div className="pb-4">{lead}</div> : null}
      {known.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {known.isError ? <PanelProblem error={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.isSuccess ? (
        <ShareForm key={known.data?.id} kind={kind} subjectId={subjectId} share={known.data} />
      ) : null}
    </Dialog>
  );
}

function ShareForm({ kind, subjectId, share }: { kind: SharedKind; subjectId: string; share: Share | null }) {
  const text = useText("sharing");
  const queryClient = useQueryClient();
  const save = useMutation(shareMutation(queryClient));
  const [allBranches, setAllBranches] = useState(share?.options?.all_branches === true);
  const [steps, setSteps] = useState(share?.options?.steps === true);
  const [copyable, setCopyable] = useState(share?.options?.copyable === true);
  const [expiry, setExpiry] = useState<Expiry>("never");
  const submit = () =>
    save.mutate({
      kind,
      subject_id: subjectId,
      options:
        kind === "chat" ? { all_branches: allBranches, steps } : kind === "agent" ? { steps } : { copyable },
      expires_in_days: expiry === "never" ? null : Number(expiry),
    });
  return (
    <div className="flex flex-col gap-4">
      {share ? <Address share={share} /> : null}
      <Rows>
        {kind === "chat" ? (
          <Row title={text("all_branches")} description={text("all_branches_hint")}>
            <Switch label={text("all_branches")} checked={allBranches} onChange={setAllBranches} />
          </Row>
        ) : null}
        {kind === "bot" ? null : (
          <Row
            title={text(kind === "agent" ? "agent_steps" : "steps")}
            description={text(kind === "agent" ? "agent_steps_hint" : "steps_hint")}
          >
            <Switch
              label={text(kind === "agent" ? "agent_steps" : "steps")}
              checked={steps}
              onChange={setSteps}
            />
          </Row>
        )}
        {kind === "bot" ? (
          <Row title={text("copyable")} description={text("copyable_hint")}>
            <Switch label={text("copyable")} checked={copyable} onChange={setCopyable} />
          </Row>
        ) : null}
        <Row title={text("ends")}>
          <Select
            label={text("ends")}
            hideLabel
            compact
            value={expiry}
            onChange={setExpiry}
            options={EXPIRIES.map((value) => ({
              value,
              label: value === "never" ? text("never") : text("after_days", { count: Number(value) }),
            }))}
          />
        </Row>
      </Rows>
      {save.isError ? <PanelProblem error={save.error} onRetry={submit} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {share ? <StopSharing share={share} /> : null}
        <Button
          kind="primary"
          busy={save.isPending}
          icon={share ? <RefreshCw className="size-4" /> : undefined}
          onClick={submit}
        >
          {text(share ? "update" : "make_link")}
        </Button>
      </div>
    </div>
  );
}

/** Shows the address of the page with copy and open buttons. */
function Address({ share }: { share: Share }) {
  const text = useText("sharing");
  const { locale } = useLocale();
  const facts = [
    text(share.kind === "bot" ? "shows_bot_of" : "shows_until", {
      time: dayAndTime(share.renewed_at, locale),
    }),
    share.expires_at ? text("ends_at", { time: dayAndTime(share.expires_at, locale) }) : null,
    text("views", { count: share.views }),
  ];
  return (
    <ShareAddress
      url={share.url}
      labels={{ address: text("address"), copy: text("copy_link"), open: text("open_page") }}
      facts={facts}
    />
  );
}

function StopSharing({ share }: { share: Share }) {
  const text = useText("sharing");
  const revoke = useMutation(revokeShareMutation(useQueryClient()));
  return (
    <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate(share.id)}>
      {text("stop_sharing")}
    </Button>
  );
}
