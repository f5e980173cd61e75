import { useNavigation } from "@ensemble/host/navigation";
import { problemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Mark } from "@ensemble/ui/Mark";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** 404 page. */
export function MissingPage() {
  const text = useText("start");
  return (
    <ErrorPage code="404" title={text("missing_title")} description={text("missing_description")}>
      <HomeLink />
    </ErrorPage>
  );
}

/** Error page for a crash while rendering, with two ways to continue. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const text = useText("start");
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <ErrorPage title={text("crash_title")} description={problemText(error)}>
      <Button kind="primary" onClick={again}>
        {text("try_again")}
      </Button>
      <Button onClick={() => location.reload()}>{text("reload")}</Button>
    </ErrorPage>
  );
}

export function HomeLink() {
  const text = useText("start");
  const { href } = useNavigation();
  return (
    <a href={href("/")} className={buttonStyle("primary")}>
      {text("go_home")}
    </a>
  );
}

export function ErrorPage({
  code,
  title,
  description,
  children,
}: {
  code?: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <main className="flex min-h-full flex-1 flex-col items-center justify-center gap-3 bg-surface p-6 text-center">
      <title>{title}</title>
      <Mark className="mb-2 size-11" />
      {code ? <p className="font-mono text-faint text-sm">{code}</p> : null}
      <h1 className="text-balance font-semibold text-xl">{title}</h1>
      <p className="max-w-md text-pretty text-muted">{description}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>
    </main>
  );
}
