import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { QuickAction } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ACTION_ICONS, categoryText } from "./action-icons";
import { inLanguage } from "./given-actions";
import {
  actionsQuery,
  changeActionMutation,
  deleteActionMutation,
  publicActionsQuery,
  saveActionMutation,
} from "./prompt-queries";
import { QuickActionDialog } from "./QuickActionDialog";

/** Lists the person's quick actions and the public ones of others. */
export function QuickActionsPanel() {
  const text = useText("prompts");
  const actions = useQuery(actionsQuery);
  const others = useQuery(publicActionsQuery);
  const [edited, setEdited] = useState<QuickAction | "new" | null>(null);
  return (
    <>
      <Section
        description={text("actions_description")}
        action={
          <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setEdited("new")}>
            {text("new_action")}
          </Button>
        }
      >
        {actions.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {actions.isError ? (
          <PanelProblem error={actions.error} onRetry={() => void actions.refetch()} />
        ) : null}
        {actions.data ? (
          <Rows>
            {actions.data.items
              .map((given) => inLanguage(given, text))
              .map((action) => (
                <ActionRow key={action.id} action={action} onEdit={() => setEdited(action)} />
              ))}
          </Rows>
        ) : null}
      </Section>
      {others.data && others.data.items.length > 0 ? (
        <Section title={text("public_actions")} description={text("public_actions_hint")}>
          <Rows>
            {others.data.items.map((action) => (
              <PublicRow key={action.id} action={action} />
            ))}
          </Rows>
        </Section>
      ) : null}
      {edited ? (
        <QuickActionDialog action={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

function ActionRow({ action, onEdit }: { action: QuickAction; onEdit: () => void }) {
  const text = useText("prompts");
  const queryClient = useQueryClient();
  const change = useMutation(changeActionMutation(queryClient));
  const restore = useMutation(saveActionMutation(queryClient));
  const { id, updated_at: _, ...fields } = action;
  const said = () =>
    showToast({
      title: text("deleted", { name: action.name }),
      action: { label: text("undo"), onPress: () => restore.mutate({ over: null, fields }) },
    });
  const remove = useMutation(withSuccessToast(deleteActionMutation(queryClient), said));
  const takeAway = () => remove.mutate(id);
  return (
    <Row title={<ActionName action={action} />} description={action.description || action.prompt}>
      <Switch
        label={text("pin_named", { name: action.name })}
        checked={change.isPending ? (change.variables.change.pinned ?? action.pinned) : action.pinned}
        onChange={(pinned) => change.mutate({ id, change: { pinned } })}
      />
      <IconButton
        size="sm"
        label={text("edit_named", { name: action.name })}
        icon={<Pencil />}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        label={text("delete_named", { name: action.name })}
        icon={<Trash2 />}
        onClick={takeAway}
      />
    </Row>
  );
}

function PublicRow({ action }: { action: QuickAction }) {
  const text = useText("prompts");
  const add = useMutation({ ...saveActionMutation(useQueryClient()), meta: {} });
  const { id: _, updated_at: __, ...fields } = action;
  return (
    <Row title={<ActionName action={action} />} description={action.description || action.prompt}>
      <Button
        size="sm"
        busy={add.isPending}
        aria-label={text("add_named", { name: action.name })}
        onClick={() => add.mutate({ over: null, fields: { ...fields, public: false, pinned: false } })}
      >
        {text("add")}
      </Button>
    </Row>
  );
}

function ActionName({ action }: { action: QuickAction }) {
  const text = useText("prompts");
  const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Icon className="size-4 flex-none text-muted" aria-hidden="true" />
      <span className="plain-bidi min-w-0 flex-1 basis-20 break-words font-medium">{action.name}</span>
      <Badge>{text(categoryText(action.category))}</Badge>
      {action.public ? <Badge tone="accent">{text("public")}</Badge> : null}
    </span>
  );
}
