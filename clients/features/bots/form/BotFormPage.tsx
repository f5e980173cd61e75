import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { botQuery } from "@ensemble/blocks/shared-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { BOT_PLACES } from "../places";
import { BotForm } from "./BotForm";

/** Page to create a bot. */
export function NewBotPage() {
  const text = useText("bots");
  return (
    <FormPage title={text("create_bot")} back={BOT_PLACES.all}>
      <BotForm bot={null} />
    </FormPage>
  );
}

export const EditBotScreen = ({ uid }: { uid: string }) => <EditBotPage botId={uid} />;

/** Page to edit one's own bot. */
export function EditBotPage({ botId }: { botId: string }) {
  const text = useText("bots");
  // Refetched for this month's usage; the rest is cached.
  const { data, error, refetch } = useQuery({ ...botQuery(botId), staleTime: 0 });
  return (
    <FormPage title={text("edit_bot")} back={PLACES.bot(botId)}>
      {error ? <PanelProblem error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonLines label={text("loading")} /> : null}
      {data?.mine ? <BotForm key={data.id} bot={data} /> : null}
      {data && !data.mine ? <p className="text-muted">{text("not_yours")}</p> : null}
    </FormPage>
  );
}

function FormPage({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  const text = useText("bots");
  return (
    <div className="flex-1 overflow-y-auto">
      <title>{`${title} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-8 lg:pt-8">
        <header className="flex items-center gap-1">
          <AppLink
            to={back}
            aria-label={text("back")}
            className="-ms-2 flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <ChevronLeft className="size-5 rtl:-scale-x-100" />
          </AppLink>
          <h1 className="font-semibold text-xl">{title}</h1>
        </header>
        {children}
      </div>
    </div>
  );
}
