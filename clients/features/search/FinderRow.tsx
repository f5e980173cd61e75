import type { SearchFinder } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/Notice";
import { Switch } from "@ensemble/ui/Switch";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { changeFinderMutation, testFinderMutation } from "./search-queries";

const FinderDialog = lazy(() => import("./FinderDialog").then((file) => ({ default: file.FinderDialog })));

/** One service: whether it is asked, what it still needs, and what it answers when it is tried. */
export function FinderRow({ finder }: { finder: SearchFinder }) {
  const text = useText("search");
  const change = useMutation(changeFinderMutation(useQueryClient(), finder.id));
  const test = useMutation(testFinderMutation(finder.id));
  const [editing, setEditing] = useState(false);
  const lacks = finder.needs === "key" ? !finder.has_key : finder.needs === "address" && !finder.own_address;
  return (
    <article aria-label={finder.name} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-medium text-sm">
              <bdi>{finder.name}</bdi>
            </h3>
            {lacks ? (
              <Badge tone="warning">{text(`lacks.${finder.needs as "key" | "address"}`)}</Badge>
            ) : null}
            {finder.ready ? <Badge tone="success">{text("ready")}</Badge> : null}
          </div>
          <p className="text-muted text-sm">
            {finder.sources.map((source) => text(`sources.${source}`)).join(text("list_separator"))}
          </p>
          {finder.address ? (
            <p className="truncate text-faint text-xs">
              <bdi dir="ltr">{finder.address}</bdi>
            </p>
          ) : null}
        </div>
        <Switch
          label={text("asked_label", { name: finder.name })}
          checked={finder.enabled}
          onChange={(enabled) => change.mutate({ enabled })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={text("set_up_name", { name: finder.name })}
          onClick={() => setEditing(true)}
        >
          {text("set_up")}
        </Button>
        <Button
          size="sm"
          busy={test.isPending}
          aria-label={text("test_name", { name: finder.name })}
          onClick={() => test.mutate()}
        >
          {text("test")}
        </Button>
      </div>
      {test.data ? (
        <Notice tone={test.data.fault ? "warning" : "success"}>
          {test.data.fault
            ? text(`test_faults.${test.data.fault}`)
            : test.data.first
              ? text("test_found", { count: test.data.found, title: test.data.first })
              : text("test_found_nothing")}
        </Notice>
      ) : null}
      {editing ? (
        <Suspense fallback={null}>
          <FinderDialog finder={finder} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </article>
  );
}
