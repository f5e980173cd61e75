import { useSession } from "@ensemble/blocks/session-queries";
import { useNavigation } from "@ensemble/host/navigation";
import { isolated } from "@ensemble/i18n/isolated";
import { problemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Mark } from "@ensemble/ui/Mark";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** 404: this address leads nowhere. */
export function MissingPage() {
  const text = useText("frame");
  return (
    <ErrorPage code="404" title={text("missing_title")} description={text("missing_description")}>
      <HomeLink />
    </ErrorPage>
  );
}

/** 403: for the operator only. */
export function ForbiddenPage() {
  const text = useText("frame");
  return (
    <ErrorPage code="403" title={text("forbidden_title")} description={text("forbidden_description")}>
      <HomeLink />
    </ErrorPage>
  );
}

/** Of somebody whom the operator suspended: why, as far as they said it. */
export function BannedPage() {
  const text = useText("notice");
  const { ended_note } = useSession();
  const { href } = useNavigation();
  return (
    <ErrorPage title={text("banned_title")} description={text("banned_description")}>
      {ended_note ? (
        <p
          dir="auto"
          className="mb-2 w-full max-w-md break-words rounded-md bg-warning-soft px-4 py-3 text-start"
        >
          {text("banned_reason", { reason: isolated(ended_note) })}
        </p>
      ) : null}
      <a href={href("/login")} className={buttonStyle("secondary")}>
        {text("banned_sign_in")}
      </a>
    </ErrorPage>
  );
}

/** 500: the server could not answer. */
export function BrokenPage() {
  const text = useText("frame");
  return (
    <ErrorPage code="500" title={text("broken_title")} description={text("broken_description")}>
      <Button kind="primary" onClick={() => location.assign("/")}>
        {text("try_again")}
      </Button>
    </ErrorPage>
  );
}

/** A page that failed while it was shown: what went wrong, and two ways on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const text = useText("frame");
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

function HomeLink() {
  const text = useText("frame");
  const { href } = useNavigation();
  return (
    <a href={href("/")} className={buttonStyle("primary")}>
      {text("go_home")}
    </a>
  );
}

function ErrorPage({
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
