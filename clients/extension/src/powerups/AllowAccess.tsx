import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { browser } from "wxt/browser";
import { ANY_PAGE } from "../page-features/settings";

/** Button that asks the browser for access to a site, or to all where it does not say which one is open. */
export function AllowAccess({ pattern, onAllowed }: { pattern: string; onAllowed?: () => void }) {
  const text = useText("extension");
  const allow = async () => {
    const origins = pattern === "*" ? [...ANY_PAGE] : [pattern];
    if (await browser.permissions.request({ origins })) onAllowed?.();
  };
  return (
    <Button size="sm" onClick={() => void allow()}>
      {text(pattern === "*" ? "page_allow_all" : "page_allow")}
    </Button>
  );
}
