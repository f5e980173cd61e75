import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ShareAddress } from "@ensemble/blocks/sharing/ShareAddress";
import { revokeShareMutation, shareMutation, shareOfQuery } from "@ensemble/blocks/sharing/share-queries";
import type { Share } from "@ensemble/contract/wire";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ArtifactDetail } from "../operations";
import { hostName } from "../preview/hosts";
import { publishedAddress } from "../published-address";
import { changeMutation } from "../queries";

/** Publishes an artifact's newest version, publishes again what changed, and unpublishes it (spec §4). */
export default function PublishDialog({
  artifact,
  onClose,
}: {
  artifact: ArtifactDetail;
  onClose: () => void;
}) {
  const text = useText("artifacts");
  const queryClient = useQueryClient();
  const known = useQuery(shareOfQuery("artifact", artifact.id));
  const publish = useMutation(shareMutation(queryClient));
  const unpublish = useMutation(revokeShareMutation(queryClient));
  const change = useMutation(changeMutation(queryClient));
  const share = known.data ?? null;
  const submit = () =>
    publish.mutate({ kind: "artifact", subject_id: artifact.id, options: {}, expires_in_days: null });
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      width="md"
      title={text("publish_title")}
      description={text("publish_hint")}
      closeLabel={text("close")}
    >
      {known.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {known.isError ? <PanelProblem error={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.isSuccess ? (
        <div className="flex flex-col gap-4">
          {share ? <Address share={share} /> : null}
          <Rows>
            <Row title={text("prompts")} description={text("prompts_hint")}>
              <Switch
                label={text("prompts")}
                checked={artifact.prompts}
                onChange={(prompts) => change.mutate({ id: artifact.id, prompts })}
              />
            </Row>
            <Row title={text("listed")} description={text("listed_hint")}>
              <Switch
                label={text("listed")}
                checked={artifact.listed}
                onChange={(listed) => change.mutate({ id: artifact.id, listed })}
              />
            </Row>
          </Rows>
          {artifact.hosts_agreed && artifact.hosts.length > 0 ? (
            <p className="text-muted text-sm [overflow-wrap:anywhere]">
              {text("publish_hosts", { hosts: artifact.hosts.map(hostName).join(", ") })}
            </p>
          ) : null}
          {publish.isError ? <PanelProblem error={publish.error} onRetry={submit} /> : null}
          <div className="flex flex-wrap justify-end gap-2">
            {share ? (
              <Button kind="danger" busy={unpublish.isPending} onClick={() => unpublish.mutate(share.id)}>
                {text("unpublish")}
              </Button>
            ) : null}
            <Button kind="primary" busy={publish.isPending} onClick={submit}>
              {text(share ? "publish_again" : "publish")}
            </Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}

/** Shows the address of the page, with a button to copy it and one to open it. */
function Address({ share }: { share: Share }) {
  const text = useText("artifacts");
  const { locale } = useLocale();
  return (
    <ShareAddress
      url={publishedAddress(share)}
      labels={{ address: text("address"), copy: text("copy_link"), open: text("open_published") }}
      facts={[text("published_at", { time: dayAndTime(share.renewed_at, locale), count: share.views })]}
    />
  );
}
