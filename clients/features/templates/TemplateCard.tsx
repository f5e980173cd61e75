import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, Pencil, Table, Trash2 } from "lucide-react";
import { useState } from "react";
import { BatchDialog } from "./BatchDialog";
import type { Template } from "./operations";
import { TEMPLATE_PLACES } from "./places";
import { beginMutation, copyTemplateMutation, deleteTemplateMutation } from "./template-queries";

/** Template in a list, with what can be done with it. */
export function TemplateCard({ template }: { template: Template }) {
  const text = useText("templates");
  const { navigate } = useNavigation();
  const begin = useMutation(beginMutation(useQueryClient()));
  const { name, description, output } = template.definition;
  return (
    <li className="flex flex-col gap-2 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 break-words font-medium">
          <bdi>{name}</bdi>
        </h3>
        <TemplateMenu template={template} />
      </div>
      <p className="line-clamp-2 min-h-10 text-muted text-sm">{description}</p>
      <div className="mt-auto flex items-center gap-2 pt-1">
        <Badge>{text(`output.${output}`)}</Badge>
        <span className="flex-1" />
        <Button
          size="sm"
          kind="primary"
          busy={begin.isPending}
          onClick={() =>
            begin.mutate(template.key, { onSuccess: ({ id }) => navigate(TEMPLATE_PLACES.document(id)) })
          }
        >
          {text("use")}
        </Button>
      </div>
    </li>
  );
}

function TemplateMenu({ template }: { template: Template }) {
  const text = useText("templates");
  const common = useText("common");
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const copy = useMutation(copyTemplateMutation(client));
  const remove = useMutation(deleteTemplateMutation(client));
  const [open, setOpen] = useState<"delete" | "batch" | null>(null);
  const { name } = template.definition;
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label={common("more_for", { name })} icon={<Ellipsis />} />}
        align="end"
      >
        {template.mine ? (
          <MenuItem icon={<Pencil />} onSelect={() => navigate(TEMPLATE_PLACES.edit(template.key))}>
            {common("edit")}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={<Copy />}
          onSelect={() =>
            copy.mutate(template.key, { onSuccess: ({ key }) => navigate(TEMPLATE_PLACES.edit(key)) })
          }
        >
          {text("duplicate")}
        </MenuItem>
        <MenuItem icon={<Table />} onSelect={() => setOpen("batch")}>
          {text("batch")}
        </MenuItem>
        {template.mine ? (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => setOpen("delete")}>
              {common("delete")}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={() => setOpen(null)}
        title={common("delete_title", { title: name })}
        description={text("delete_template_hint")}
        confirmLabel={common("delete")}
        cancelLabel={common("cancel")}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(template.key, { onSettled: () => setOpen(null) })}
      />
      {open === "batch" ? <BatchDialog template={template} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
