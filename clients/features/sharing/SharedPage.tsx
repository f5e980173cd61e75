import { useShell } from "@ensemble/blocks/area/shell";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { SharedPage as Shared } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { PageActions } from "./PageActions";
import { sharedPageQuery } from "./shared-page-queries";
import { TakeDown } from "./TakeDown";

/** Renders a shared page for anybody with the address. */
export function SharedPage({ shareId }: { shareId: string }) {
  const text = useText("sharing");
  const page = useQuery({ ...sharedPageQuery(shareId), retry: false });
  if (page.isPending) {
    return (
      <Frame>
        <SkeletonLines label={text("loading")} />
      </Frame>
    );
  }
  if (page.isError) return <Gone error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <Suspense
      fallback={
        <Frame>
          <SkeletonLines label={text("loading")} />
        </Frame>
      }
    >
      <Shown shareId={shareId} page={page.data} />
    </Suspense>
  );
}

function Shown({ shareId, page }: { shareId: string; page: Shared }) {
  const text = useText("sharing");
  const { locale } = useLocale();
  const viewer = useShell().sharedPages[page.kind];
  const title = page.title || text("untitled");
  return (
    <Frame
      action={
        <>
          {page.may_take_down ? <TakeDown shareId={shareId} /> : null}
          <PageActions shareId={shareId} page={page} />
        </>
      }
    >
      <title>{`${title} · Ensemble`}</title>
      <header className="flex items-center gap-3">
        {viewer?.Face ? <viewer.Face page={page} /> : null}
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="plain-bidi text-balance font-semibold text-xl [overflow-wrap:anywhere]">{title}</h1>
          <p className="text-muted text-sm">{text("shared_on", { time: day(page.shared_at, locale) })}</p>
        </div>
      </header>
      {viewer ? <viewer.Content page={page} /> : null}
      <p className="text-faint text-xs">{text("made_by_people_and_models")}</p>
    </Frame>
  );
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-dvh min-h-0 flex-col bg-surface px-[max(env(safe-area-inset-left),env(safe-area-inset-right))] pt-[env(safe-area-inset-top)]">
      <header className="flex h-13 flex-none items-center gap-3 border-line border-b px-4 sm:px-6">
        <AppLink to="/" className="flex items-center gap-2.5 rounded-md font-semibold touch:min-h-11">
          <Mark className="size-6" />
          Ensemble
        </AppLink>
        <span className="flex-1" />
        {action}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <main className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-8 pb-16 sm:px-6">{children}</main>
      </div>
    </div>
  );
}

/** Shown for an unknown or revoked address. */
function Gone({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText("sharing");
  const problemText = useProblemText();
  const status = error instanceof ProblemError ? error.status : 0;
  const isGone = status === 404 || status === 410;
  const key = status === 410 ? "ended" : "missing";
  return (
    <Frame>
      <div className="flex flex-col items-center gap-3 py-20 text-center">
        <title>{text("page_title")}</title>
        <p className="font-mono text-faint text-sm">{status || ""}</p>
        <h1 className="text-balance font-semibold text-xl">
          {isGone ? text(`${key}_title`) : problemText(error)}
        </h1>
        {isGone ? <p className="max-w-md text-pretty text-muted">{text(`${key}_description`)}</p> : null}
        {isGone ? (
          <AppLink to="/" className={buttonStyle("primary")}>
            {text("go_home")}
          </AppLink>
        ) : (
          <Button onClick={onRetry}>{text("try_again")}</Button>
        )}
      </div>
    </Frame>
  );
}
