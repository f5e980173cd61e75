import type { Setup } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Building2 } from "lucide-react";
import { oidcAddress } from "./oidc-address";

/**
 * Buttons for external sign-in. Hidden if the server offers none, or in the desktop app, where the sign-in
 * continues in the system's browser. `alone`: no form follows.
 */
export function OidcButtons({
  setup,
  wish,
  setupCode,
  alone = false,
}: {
  setup: Setup;
  wish: string;
  setupCode?: string;
  alone?: boolean;
}) {
  const text = useText("accounts");
  const { client, serverOrigin, signInOutside } = useHost();
  if (setup.oidc.length === 0 || signInOutside) return null;
  return (
    <div className="flex flex-col gap-2">
      {setup.oidc.map((provider) => (
        <a
          key={provider.id}
          href={oidcAddress({ serverOrigin, client, provider: provider.id, wish, setupCode })}
          className={`${buttonStyle("secondary", "lg")} w-full`}
        >
          <Building2 className="size-4" aria-hidden="true" />
          {text("continue_with", { name: provider.name })}
        </a>
      ))}
      {alone ? null : (
        <div className="mt-2 flex items-center gap-3 text-faint text-xs">
          <span className="h-px flex-1 bg-line" />
          {text("or")}
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
    </div>
  );
}
