import { useMe } from "@ensemble/blocks/session-queries";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
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
            <ul className="flex flex-col gap-2 text-sm">
              <Line icon={<Check className="text-success" />}>{text("connect_may")}</Line>
              <Line icon={<X className="text-danger" />}>{text("connect_may_not")}</Line>
            </ul>
            <p className="text-muted text-sm">{text("connect_warning", { place: asked.place })}</p>
            {allow.isError ? <Notice tone="danger">{explain(allow.error)}</Notice> : null}
            <div className="flex gap-2">
              <Button size="lg" className="flex-1" onClick={() => leave(asked.refused_url)}>
                {text("connect_deny")}
              </Button>
              <Button
                kind="primary"
                size="lg"
                className="flex-1"
                busy={allow.isPending || allow.isSuccess}
                onClick={() => allow.mutate(query, { onSuccess: ({ redirect_to }) => leave(redirect_to) })}
              >
                {text("connect_allow")}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </main>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden="true" className="flex-none pt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      {children}
    </li>
  );
}
