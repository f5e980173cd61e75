import { type ShownPageViewer, useShell } from "@ensemble/blocks/area/shell";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { SharedPage } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { Suspense } from "react";
import { copySharedMutation } from "./shared-page-queries";

/** Actions of a reader on a shared page: continue it in their own account. */
export function PageActions({ shareId, page }: { shareId: string; page: SharedPage }) {
  const text = useText("sharing");
  const { me } = useSession();
  const viewer = useShell().sharedPages[page.kind];
  if (!me) {
    const back = encodeURIComponent(`/s/${shareId}`);
    return (
      <AppLink to={`${PLACES.signIn}?redirectTo=${back}`} className={buttonStyle("primary", "sm")}>
        {text("sign_in_to_continue")}
      </AppLink>
    );
  }
  if (!viewer) return null;
  const copy = (label: string, kind: "primary" | "secondary") => (
    <CopyButton shareId={shareId} viewer={viewer} kind={kind} label={label} />
  );
  return viewer.Actions ? (
    <Suspense>
      <viewer.Actions page={page} copy={copy} />
    </Suspense>
  ) : (
    copy(text("continue_as_copy"), "primary")
  );
}

function CopyButton({
  shareId,
  viewer,
  kind,
  label,
}: {
  shareId: string;
  viewer: ShownPageViewer;
  kind: "primary" | "secondary";
  label: string;
}) {
  const { navigate } = useNavigation();
  const copy = useMutation(copySharedMutation(useQueryClient(), viewer.copy.refetch));
  const go = () =>
    copy.mutate(shareId, { onSuccess: ({ subject_id }) => navigate(viewer.copy.path(subject_id)) });
  return (
    <Button size="sm" kind={kind} icon={<Copy className="size-4" />} busy={copy.isPending} onClick={go}>
      {label}
    </Button>
  );
}
