import { Consent } from "@ensemble/blocks/consent/Consent";
import { useMe } from "@ensemble/blocks/session-queries";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AppQuery, allowAppMutation, appRequestQuery } from "./app-queries";

/** Asks for approval of an app that wants to search the person's library over MCP. */
export function ConnectAppPage(query: AppQuery) {
  const text = useText("gateway");
  const explain = useProblemText();
  const { email } = useMe();
  const request = useQuery(appRequestQuery(query));
  const allow = useMutation(allowAppMutation());
  const asked = request.data;
  // The app is another site, or a program of this device: not a page of ours.
  const leave = (address: string) => location.assign(address);

  return (
    <main className="clear-of-edges flex min-h-full flex-1 flex-col bg-surface px-6 py-8 sm:px-10">
      <title>{text("connect_title")}</title>
      <Mark className="size-7" />
      <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 py-10">
        {request.isPending ? <SkeletonLines label={text("connect_loading")} /> : null}
        {request.isError ? <Notice tone="danger">{explain(request.error)}</Notice> : null}
        {asked ? (
          <>
            <div>
              <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
                {text("connect_heading", { name: asked.client_name })}
              </h1>
              <p className="mt-2 text-pretty text-muted">{text("connect_description", { email })}</p>
            </div>
            <Consent
              may={text("connect_may")}
              mayNot={text("connect_may_not")}
              warning={text("connect_warning", { place: asked.place })}
              error={allow.error}
              denyLabel={text("connect_deny")}
              allowLabel={text("connect_allow")}
              busy={allow.isPending || allow.isSuccess}
              onDeny={() => leave(asked.refused_url)}
              onAllow={() => allow.mutate(query, { onSuccess: ({ redirect_to }) => leave(redirect_to) })}
            />
          </>
        ) : null}
      </div>
    </main>
  );
}
