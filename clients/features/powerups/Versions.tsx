import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChangesList } from "./ChangesList";
import type { PowerupDetail } from "./operations";
import { saveMutation, versionQuery, versionsQuery } from "./powerup-queries";

/** Earlier versions of one's own PowerUP: what changed since, and a way back. */
export function Versions({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const [shown, setShown] = useState<number | null>(null);
  const versions = useQuery(versionsQuery(powerup.id, powerup.version));
  if (versions.isError)
    return <PanelProblem error={versions.error} onRetry={() => void versions.refetch()} />;
  if (!versions.data) return <SkeletonLines label={text("versions")} />;
  const earlier = versions.data.items.filter(({ number }) => number !== powerup.version);
  return (
    <ul className="flex flex-col gap-2">
      {earlier.map(({ number, created_at }) => (
        <li key={number} className="flex flex-col gap-2">
          <div>
            <Button
              size="sm"
              kind="ghost"
              aria-expanded={number === shown}
              onClick={() => setShown(number === shown ? null : number)}
            >
              {`${text("version", { number: `${number}` })} · ${dayAndTime(created_at, locale)}`}
            </Button>
          </div>
          {number === shown ? <Version powerup={powerup} number={number} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Version({ powerup, number }: { powerup: PowerupDetail; number: number }) {
  const text = useText("powerups");
  const problemText = useProblemText();
  const version = useQuery(versionQuery(powerup.id, number, powerup.version));
  const save = useMutation(saveMutation(useQueryClient(), powerup));
  if (version.isError) return <PanelProblem error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) return <SkeletonLines label={text("version", { number: `${number}` })} />;
  const { changes, definition } = version.data;
  return (
    <div className="flex flex-col gap-3 ps-2.5">
      <p className="text-muted text-sm">{text("changed_since")}</p>
      <ChangesList changes={changes} />
      {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      {powerup.favorites === 0 && changes.length > 0 ? (
        <div>
          <Button size="sm" busy={save.isPending} onClick={() => save.mutate(definition)}>
            {text("restore_version")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
