import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { GrantedLot, LotSource } from "@ensemble/contract/wire";
import { day, dayAndTime, factsLine, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { grantsQuery, takeGrantBackMutation } from "./admin-queries";
import { GiveDialog } from "./GiveDialog";
import { Narrowing } from "./Narrowing";
import { RecipientName } from "./RecipientName";

const SOURCES: readonly LotSource[] = ["purchase", "reward", "operator", "plan"];

const TONES: Record<LotSource, "neutral" | "accent" | "success"> = {
  purchase: "success",
  reward: "accent",
  operator: "accent",
  plan: "neutral",
};

/** Lists the credits that people and teams got: purchased, earned, from a plan or from an operator. */
export function GrantsPanel() {
  const text = useText("admin");
  const [words, setWords] = useState("");
  const [source, setSource] = useState<LotSource | "all">("all");
  const [giving, setGiving] = useState(false);
  const q = useDeferredValue(words.trim());
  const lots = useInfiniteQuery(grantsQuery(source === "all" ? null : source, q));
  const items = lots.data?.pages.flatMap((page) => page.items) ?? [];
  const options = (["all", ...SOURCES] as const).map((value) => ({
    value,
    label: text(`source.${value}`),
  }));
  return (
    <Section
      description={text("grants_description")}
      action={
        <Button kind="primary" onClick={() => setGiving(true)}>
          {text("give")}
        </Button>
      }
    >
      <Narrowing
        label={text("search_recipients")}
        words={words}
        onWords={setWords}
        kindLabel={text("which_grants")}
        kind={source}
        kinds={options}
        onKind={setSource}
      />
      {lots.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {lots.isError ? <PanelProblem error={lots.error} onRetry={() => void lots.refetch()} /> : null}
      {lots.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Coins />} title={text("no_grants")} description={text("no_grants_hint")} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((lot) => (
            <LotRow key={lot.id} lot={lot} />
          ))}
        </Rows>
      ) : null}
      <MoreButton list={lots}>{text("show_more")}</MoreButton>
      {giving ? <GiveDialog to={null} onClose={() => setGiving(false)} /> : null}
    </Section>
  );
}

function LotRow({ lot }: { lot: GrantedLot }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const [asked, setAsked] = useState(false);
  const said = () => showToast({ title: text("taken_back_toast", { name: lot.name }) });
  const takeBack = useMutation(withSuccessToast(takeGrantBackMutation(useQueryClient()), said));
  const number = (amount: number) => fullNumber(amount, locale);
  const over = lot.ends_at !== null && Date.parse(lot.ends_at) <= Date.now();
  const left = lot.amount === null ? null : lot.amount - lot.used - lot.held - lot.taken_back;
  const { grant_id } = lot;
  const mayTakeBack = grant_id !== null && lot.taken_at === null && !over && left !== null && left > 0;
  const ends =
    lot.taken_at !== null
      ? text("taken_back_at", { day: day(lot.taken_at, locale), by: lot.taken_by ?? "–" })
      : lot.ends_at === null
        ? text("good_for_ever")
        : text(over ? "was_good_until" : "is_good_until", { day: day(lot.ends_at, locale) });
  return (
    <Row
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RecipientName of={lot} />
          <Badge tone={TONES[lot.source]}>{text(`source.${lot.source}`)}</Badge>
        </span>
      }
      description={
        <>
          <span className="block">
            {factsLine([
              `${lot.amount === null ? text("unlimited") : number(lot.amount)} ${text(`meter.${lot.meter}`)}`,
              text("used_of_it", { amount: number(lot.used + lot.held) }),
              lot.taken_back > 0 ? text("taken_of_it", { amount: number(lot.taken_back) }) : null,
            ])}
          </span>
          <span className="block">
            <time dateTime={lot.given_at}>{dayAndTime(lot.given_at, locale)}</time>
            {lot.given_by ? <> · {text("given_by", { name: lot.given_by })}</> : null} · {ends}
          </span>
          {lot.note || lot.plan ? (
            <span className="block break-words">
              <bdi>{lot.note || lot.plan}</bdi>
            </span>
          ) : null}
        </>
      }
    >
      {mayTakeBack ? (
        <Button size="sm" onClick={() => setAsked(true)}>
          {text("take_back")}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={text("take_back_title", { name: lot.name })}
        description={text("take_back_hint", { amount: number(left ?? 0) })}
        confirmLabel={text("take_back")}
        cancelLabel={text("cancel")}
        danger
        busy={takeBack.isPending}
        onConfirm={() => grant_id && takeBack.mutate(grant_id, { onSettled: () => setAsked(false) })}
      />
    </Row>
  );
}
