import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";
import { type ReactNode, useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { OidcButtons } from "./OidcButtons";
import { SignInOutside } from "./SignInOutside";

/**
 * Sign-in page of a server without passwords: one button per identity provider. `children`: other ways in, below them.
 * The first account may need the setup code, which goes along.
 */
export function CompanySignIn({
  wish,
  notices,
  onSignedIn,
  children,
}: {
  wish: string;
  notices?: ReactNode;
  onSignedIn: (session: Session) => void;
  children?: ReactNode;
}) {
  const text = useText("accounts");
  const { setup } = useSession();
  const [setupCode, setSetupCode] = useState("");
  return (
    <AuthFrame
      title={text(setup.needs_operator ? "first_account_title" : "sign_in_title")}
      description={text(setup.needs_operator ? "first_account_description" : "company_sign_in")}
    >
      {notices}
      {setup.needs_setup_code ? (
        <TextField
          label={text("setup_code")}
          name="setup_code"
          autoComplete="off"
          dir="ltr"
          spellCheck={false}
          value={setupCode}
          onChange={setSetupCode}
          hint={text("setup_code_hint")}
        />
      ) : null}
      <SignInOutside onSignedIn={onSignedIn} alone />
      <OidcButtons setup={setup} wish={wish} setupCode={setupCode.trim()} alone />
      {children}
    </AuthFrame>
  );
}
