import { useSession } from "@ensemble/blocks/session-queries";
import { onServer } from "@ensemble/contract/base-path";
import { useNavigation } from "@ensemble/host/navigation";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { ErrorPage, HomeLink } from "./ErrorPages";

/** 403 page for pages of operators. */
export function ForbiddenPage() {
  const text = useText("frame");
  return (
    <ErrorPage code="403" title={text("forbidden_title")} description={text("forbidden_description")}>
      <HomeLink />
    </ErrorPage>
  );
}

/** Page for suspended people, with the reason if there is one. */
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

/** 500 page. */
export function BrokenPage() {
  const text = useText("frame");
  return (
    <ErrorPage code="500" title={text("broken_title")} description={text("broken_description")}>
      <Button kind="primary" onClick={() => location.assign(onServer("/"))}>
        {text("try_again")}
      </Button>
    </ErrorPage>
  );
}
