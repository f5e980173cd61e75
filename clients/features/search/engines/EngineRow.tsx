import type { SearchEngine } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { changeEngineMutation, removeEngineMutation, testEngineMutation } from "../search-queries";
import { EngineTestResult } from "./EngineTestResult";

const EngineDialog = lazy(() => import("./EngineDialog").then((file) => ({ default: file.EngineDialog })));
const CustomEngineDialog = lazy(() =>
  import("./CustomEngineDialog").then((file) => ({ default: file.CustomEngineDialog })),
);

/** Row of an engine: switch, missing settings, order, and test. */
export function EngineRow({
  engine,
  onMove,
}: {
  engine: SearchEngine;
  /** Moves it up or down by one; missing at the ends. */
  onMove: { up?: () => void; down?: () => void };
}) {
  const text = useText("search");
  const client = useQueryClient();
  const change = useMutation(changeEngineMutation(client, engine.id));
  const test = useMutation(testEngineMutation(engine.id));
  const remove = useMutation(removeEngineMutation(client, engine.id));
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const lacks = engine.needs === "key" ? !engine.has_key : engine.needs === "address" && !engine.own_address;
  const { name } = engine;
  return (
    <article aria-label={name} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-medium text-sm">
              <bdi>{name}</bdi>
            </h3>
            {engine.own ? <Badge>{text("own.badge")}</Badge> : null}
            {lacks ? (
              <Badge tone="warning">{text(`lacks.${engine.needs as "key" | "address"}`)}</Badge>
            ) : null}
            {engine.ready ? <Badge tone="success">{text("ready")}</Badge> : null}
          </div>
          <p className="text-muted text-sm">
            {engine.sources.map((source) => text(`sources.${source}`)).join(text("list_separator"))}
          </p>
          {engine.address ? (
            <p className="truncate text-faint text-xs">
              <bdi dir="ltr">{engine.address}</bdi>
            </p>
          ) : null}
        </div>
        <Switch
          label={text("asked_label", { name })}
          checked={engine.enabled}
          onChange={(enabled) => change.mutate({ enabled })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" aria-label={text("set_up_name", { name })} onClick={() => setEditing(true)}>
          {text("set_up")}
        </Button>
        <Button
          size="sm"
          busy={test.isPending}
          aria-label={text("test_name", { name })}
          onClick={() => test.mutate()}
        >
          {text("test")}
        </Button>
        <div className="ms-auto flex">
          <IconButton
            size="sm"
            label={text("move_up_name", { name })}
            icon={<ArrowUp />}
            disabled={!onMove.up}
            onClick={onMove.up}
          />
          <IconButton
            size="sm"
            label={text("move_down_name", { name })}
            icon={<ArrowDown />}
            disabled={!onMove.down}
            onClick={onMove.down}
          />
          {engine.own ? (
            <IconButton
              size="sm"
              label={text("remove_name", { name })}
              icon={<Trash2 />}
              onClick={() => setRemoving(true)}
            />
          ) : null}
        </div>
      </div>
      {test.data ? <EngineTestResult tested={test.data} /> : null}
      {editing ? (
        <Suspense fallback={null}>
          {engine.own ? (
            <CustomEngineDialog engine={engine} onClose={() => setEditing(false)} />
          ) : (
            <EngineDialog engine={engine} onClose={() => setEditing(false)} />
          )}
        </Suspense>
      ) : null}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={text("own.remove_title", { name })}
        description={text("own.remove_hint")}
        confirmLabel={text("own.remove")}
        cancelLabel={text("cancel")}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </article>
  );
}
