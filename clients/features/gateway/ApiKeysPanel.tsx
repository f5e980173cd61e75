import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { ApiKey } from "@ensemble/contract/wire";
import { factsLine, relativeTime, shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { deleteKeyMutation, keysQuery } from "./key-queries";
import { NewKeyDialog } from "./NewKeyDialog";
import { UseIt } from "./UseIt";

/** Manages API keys for programs that use the OpenAI protocol. */
export function ApiKeysPanel() {
  const text = useText("gateway");
  const keys = useQuery(keysQuery);
  const [creating, setCreating] = useState(false);
  const items = keys.data?.items ?? [];
  const createButton = (
    <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
      {text("create_key")}
    </Button>
  );
  return (
    <>
      <Section description={text("description")} action={items.length > 0 ? createButton : null}>
        {keys.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {keys.isError ? <PanelProblem error={keys.error} onRetry={() => void keys.refetch()} /> : null}
        {keys.isSuccess && items.length === 0 ? (
          <EmptyState
            icon={<KeyRound />}
            title={text("no_keys")}
            description={text("no_keys_hint")}
            action={createButton}
          />
        ) : null}
        {items.length > 0 ? (
          <Rows>
            {items.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </Rows>
        ) : null}
      </Section>
      {/* Below a list that comes it would be pushed down. */}
      {keys.isPending ? null : <UseIt />}
      {creating ? <NewKeyDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const text = useText("gateway");
  const { locale } = useLocale();
  const remove = useMutation(deleteKeyMutation(useQueryClient()));
  const [asking, setAsking] = useState(false);
  const spent = shortNumber(apiKey.spent, locale);
  const facts = [
    apiKey.scopes.map((scope) => text(`scope.${scope}`)).join(", "),
    apiKey.cap === null
      ? text("spent", { spent })
      : text("spent_of", { spent, cap: shortNumber(apiKey.cap, locale) }),
    apiKey.last_used_at
      ? text("last_used", { time: relativeTime(apiKey.last_used_at, Date.now(), locale) })
      : text("never_used"),
  ];
  return (
    <Row
      title={
        <span className="flex items-center gap-2">
          <span className="min-w-0 font-medium">
            <OneLine>{apiKey.name}</OneLine>
          </span>
          <code dir="ltr" className="text-faint text-xs">
            {apiKey.prefix}…
          </code>
        </span>
      }
      description={factsLine(facts)}
    >
      <Button size="sm" kind="danger" onClick={() => setAsking(true)}>
        {text("revoke")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={text("revoke_title", { name: apiKey.name })}
        description={text("revoke_description")}
        confirmLabel={text("revoke")}
        cancelLabel={text("cancel")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(apiKey.id, { onSuccess: () => setAsking(false) })}
      />
    </Row>
  );
}
