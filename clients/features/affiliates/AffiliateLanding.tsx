import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { Mark } from "@ensemble/ui/Mark";
import { Notice } from "@ensemble/ui/Notice";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { followLinkQuery } from "./affiliate-queries";

/** What an affiliate's link leads to (spec §2: /invitation-affiliate-landing). */
export function AffiliateLanding({ code }: { code: string }) {
  const text = useText("affiliates");
  const { storage } = useHost();
  const click = useQuery(followLinkQuery(code, storage));
  const status = (click.error as { status?: number } | null)?.status;
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-6 pt-[max(2rem,env(safe-area-inset-top))] pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-10">
      <title>{text("product")}</title>
      <p className="flex items-center gap-2.5 font-semibold">
        <Mark className="size-7" />
        {text("product")}
      </p>
      <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-4 py-10">
        {click.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {status === 404 ? (
          <EmptyState
            icon={<Link2Off />}
            title={text("unknown")}
            description={text("unknown_hint")}
            action={
              <AppLink to="/" className={buttonStyle("secondary", "md")}>
                {text("to_start")}
              </AppLink>
            }
          />
        ) : null}
        {click.isError && status !== 404 ? (
          <PanelProblem error={click.error} onRetry={() => void click.refetch()} />
        ) : null}
        {click.data ? (
          <Welcome code={code} name={click.data.name} own={click.data.click_id === null} />
        ) : null}
      </div>
    </main>
  );
}

function Welcome({ code, name, own }: { code: string; name: string; own: boolean }) {
  const text = useText("affiliates");
  const { me } = useSession();
  const wide = `${buttonStyle("primary", "lg")} w-full`;
  return (
    <>
      <Avatar id={code} name={name} size="lg" />
      <div>
        <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
          {text("recommends", { name })}
        </h1>
        <p className="mt-2 text-pretty text-muted">{text("about_product")}</p>
      </div>
      {own ? <Notice>{text("own_link")}</Notice> : null}
      <div className="mt-2 flex flex-col gap-2">
        {me ? (
          <AppLink to={PLACES.newChat} className={wide}>
            {text("to_chat")}
          </AppLink>
        ) : (
          <>
            <AppLink to="/sign-up" className={wide}>
              {text("sign_up")}
            </AppLink>
            <AppLink to="/login" className={`${buttonStyle("ghost", "lg")} w-full`}>
              {text("have_account")}
            </AppLink>
          </>
        )}
      </div>
      {own || me ? null : <p className="text-pretty text-center text-muted text-sm">{text("cookie_hint")}</p>}
    </>
  );
}
