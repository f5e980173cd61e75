import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { takeDownMutation } from "./shared-page-queries";

/** Button with which the operator ends a page that somebody else shared. */
export function TakeDown({ shareId }: { shareId: string }) {
  const text = useText("sharing");
  const [asked, setAsked] = useState(false);
  const takeDown = useMutation(takeDownMutation(useQueryClient()));
  return (
    <>
      <Button size="sm" kind="danger" onClick={() => setAsked(true)}>
        {text("take_down")}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={text("take_down_title")}
        description={text("take_down_description")}
        confirmLabel={text("take_down")}
        cancelLabel={text("cancel")}
        danger
        busy={takeDown.isPending}
        onConfirm={() => takeDown.mutate(shareId, { onSettled: () => setAsked(false) })}
      />
    </>
  );
}
